import { Callers } from '../people/callers.ts';
import { Hunter } from '../people/hunter.ts';
import { Operator } from '../people/operator.ts';
import { createRashHost } from '../people/rash-host.ts';
import { chanceOf } from '../plan/chance.ts';
import { drawPlan, type RunRequest } from '../plan/draw-plan.ts';
import type { FaultKind } from '../plan/fault-kinds.ts';
import { HOUR_MS } from '../plan/hour.ts';
import { createScene, type Stage } from './create-scene.ts';
import { endFleet } from './end-fleet.ts';
import { healFleet } from './heal-fleet.ts';
import type { Violation } from './judge.ts';
import { pass } from './pass.ts';

/** What one seed came to. */
export interface SeedResult {
  readonly seed: number;
  readonly hours: number;
  readonly servers: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly calls: number;
  readonly events: number;
  readonly reached: readonly string[];
  /** Of the whole event log: the same each time, on every Node (I15). */
  readonly hash: string;
  readonly violation?: Violation;
}

/** One world's whole life: faults, then none, then faults again and the end in the midst of them. */
export async function runSeed(request: RunRequest): Promise<SeedResult> {
  const stage = createScene(drawPlan(request));
  const { judge } = stage.scene;
  // S4: a promise that fails unseen would end a host's process.
  const noteRejection = (error: unknown) =>
    judge.fail('S4', 'fleet', `an unhandled rejection: ${String(error)}`);
  process.on('unhandledRejection', noteRejection);
  try {
    await liveThrough(stage);
  } finally {
    process.off('unhandledRejection', noteRejection);
  }
  return resultOf(stage);
}

async function liveThrough(stage: Stage): Promise<void> {
  const { scene } = stage;
  const { plan } = scene;
  const timersBefore = realTimers();
  const people = peopleOf(stage);
  begin(stage, people);
  await pass(scene, plan.hours * HOUR_MS);
  if (scene.judge.violation !== undefined) return;
  // I14: how long all need to come back, and to end, is nothing that the others' lives depend on.
  if (plan.isolation === undefined) await healFleet(stage, people);
  else scene.journal.seal();
  scene.faults.active = true;
  for (const callers of people.callers) void callers.callOn();
  await pass(scene, chanceOf(plan.seed, 'end').gap(10 * 60_000));
  await endFleet(scene);
  scene.judge.require(
    realTimers() <= timersBefore,
    'I11 (S4)',
    'fleet',
    () => `${realTimers() - timersBefore} real timers are left`,
  );
}

/** Everybody who acts in a world beside its servers. */
export interface People {
  readonly callers: readonly Callers[];
  readonly hunter: Hunter;
  readonly operator: Operator;
}

function peopleOf({ scene }: Stage): People {
  const hunter = new Hunter(scene);
  return {
    callers: scene.plan.fleet.map((server) => new Callers(scene, server)),
    hunter,
    operator: new Operator(scene, (server) => hunter.isAway(server)),
  };
}

function begin({ scene }: Stage, { callers, hunter, operator }: People): void {
  const byServer = new Map(scene.plan.fleet.map(({ name }, index) => [name, callers[index]]));
  const { event } = createRashHost(scene, byServer as Map<string, Callers>);
  if (event !== undefined) scene.supervisor.on('*', event);
  // None is awaited: they act until the faults are over, as people do.
  void scene.supervisor.start();
  for (const each of callers) void each.callOn();
  void hunter.huntOn();
  void operator.workOn();
}

function resultOf({ scene }: Stage): SeedResult {
  const { plan, tally, journal, judge } = scene;
  return {
    seed: plan.seed,
    hours: plan.hours,
    servers: plan.fleet.length,
    faults: tally.faults,
    calls: tally.calls,
    events: journal.lines,
    reached: [...tally.reached].sort(),
    hash: journal.hash(),
    ...(judge.violation && { violation: judge.violation }),
  };
}

/** Timers of Node itself: the library's own stand on the world's clock. */
function realTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
