import { createSupervisor } from '../../supervisor/create-supervisor.ts';
import type { SupervisorEvent } from '../../supervisor/events.ts';
import type { ShutdownReport, Supervisor, SupervisorOptions } from '../../supervisor/supervisor.ts';
import { createStepClock, type StepClock } from '../step-clock.ts';
import { createPeers, readyForDialling, type Peers } from './scripted-peers.ts';

/** What a world is made from: a supervisor's options but for those that the world brings itself. */
export type WorldOptions = Omit<SupervisorOptions, 'clock' | 'link'>;

/** A real supervisor in a world of its own: time stands still, and its servers do as they are told. */
export interface World {
  readonly supervisor: Supervisor;
  readonly clock: StepClock;
  readonly peers: Peers;
  /** Every event of the supervisor, oldest first. */
  readonly events: readonly SupervisorEvent[];
  /** Lets everything that is due happen, and then `durationMs` more. */
  pass(durationMs?: number): Promise<void>;
  /**
   * Goes from timer to timer until the promise settles.
   * @throws if it has not after `boundMs` (default ten minutes), or if nothing is left that could
   *   settle it.
   */
  passUntil<Result>(promise: Promise<Result>, boundMs?: number): Promise<Result>;
  /** Stops the fleet, with force if its servers do not let go. */
  end(): Promise<ShutdownReport>;
}

const TEN_MINUTES_MS = 600_000;

/** Chance takes nothing away unless `random` is given, so that every delay is the bare one. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  await readyForDialling();
  const clock = createStepClock();
  const peers = createPeers();
  const link = peers.open;
  const supervisor = createSupervisor({ random: () => 0, ...options, clock, link });
  const events: SupervisorEvent[] = [];
  supervisor.on('*', (event) => events.push(event));
  const passUntil: World['passUntil'] = (promise, boundMs = TEN_MINUTES_MS) =>
    followUntil(promise, clock, clock.now() + boundMs);
  return {
    supervisor,
    clock,
    peers,
    events,
    pass: (durationMs = 0) => clock.advanceSettled(durationMs),
    passUntil,
    end: () => passUntil(supervisor.stop()),
  };
}

async function followUntil<Result>(
  promise: Promise<Result>,
  clock: StepClock,
  untilMs: number,
): Promise<Result> {
  let isOver = false;
  const over = () => void (isOver = true);
  // Both ways of settling are looked at below, by whoever awaits the promise itself.
  void promise.then(over, over);
  await clock.advanceSettled(0);
  while (!isOver && (await clock.stepSettled(untilMs)));
  if (!isOver) throw new Error(`not settled by ${untilMs} ms on the clock`);
  return promise;
}
