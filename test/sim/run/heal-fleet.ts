import { attemptBoundMs, breakerBoundMs, revivalBoundMs } from '../invariants/bounds.ts';
import type { CallRecord } from '../people/call-record.ts';
import type { Callers } from '../people/callers.ts';
import type { Stage } from './create-scene.ts';
import { pass } from './pass.ts';
import type { People } from './run-seed.ts';
import type { Scene } from './scene.ts';

/** A host that asks this often notices soon that all is well again. */
const CALL_GAP_MS = 5_000;
/** T4: a list that could not be read is asked for again after at most this long, and read. */
const LIST_BOUND_MS = 75_000;
const HUNT_BOUND_MS = 1_800_000;

/** The faults end, and every server has to come back by itself (L1, L2, T4). */
export async function healFleet(stage: Stage, { hunter, callers }: People): Promise<void> {
  const { scene, servers } = stage;
  const { plan, faults, clock, stateOf, judge } = scene;
  faults.active = false;
  for (const server of servers.values()) server.heal();
  await pass(scene, HUNT_BOUND_MS, () => hunter.isIdle);
  // Some may not even be back in the fleet, so there is nothing more to ask.
  if (judge.violation !== undefined) return;
  const healedAt = clock.now();
  const names = plan.fleet.map(({ name }) => name);
  const isReady = (name: string) => stateOf(name)?.connection === 'ready';
  await pass(scene, bound(names, revivalBoundMs, scene), () => names.every(isReady));
  for (const name of names)
    judge.require(
      isReady(name),
      'L1',
      name,
      () => `${stateOf(name)?.connection} ${clock.now() - healedAt} ms after the last fault`,
    );
  // What a server forgot before the faults ended is only found out by the next call, which waits for a new session.
  const forgotten = names.filter((name) => servers.get(name)?.hasForgotten);
  const rebuiltMs = Math.max(0, ...forgotten.map((name) => attemptBoundMs(scene, name)));
  await waitForCalls(scene, callers, bound(names, breakerBoundMs, scene) + rebuiltMs);
  if (judge.violation !== undefined) return;
  const isListed = (name: string) => offered(scene, name) === listed(stage, name);
  await pass(scene, LIST_BOUND_MS, () => names.every(isListed));
  for (const name of names)
    judge.require(
      isListed(name),
      'T4',
      name,
      () => `offers ${offered(scene, name)} where it has ${listed(stage, name)}`,
    );
}

function bound(names: readonly string[], of: (scene: Scene, name: string) => number, scene: Scene) {
  return Math.max(...names.map((name) => of(scene, name)));
}

/** L2: by its bound a call to each server goes through, and its breaker is closed. */
async function waitForCalls(
  scene: Scene,
  callers: readonly Callers[],
  boundMs: number,
): Promise<void> {
  const { clock, plan, judge, stateOf } = scene;
  for (const [index, each] of callers.entries()) {
    const { name } = plan.fleet[index] as { readonly name: string };
    // The call that finds the breaker half-open may come a gap later, and the proof of it another.
    const endsAt = clock.now() + boundMs + 2 * CALL_GAP_MS;
    let last: CallRecord | undefined;
    const isWell = () => last?.settled === 'answered' && stateOf(name)?.breaker === 'closed';
    const note = (call: CallRecord) => void (last = call);
    while (!isWell() && clock.now() < endsAt && judge.violation === undefined) {
      // Not awaited: its end may need the time that only passes below.
      void each.callPlainly().then(note);
      await clock.advanceSettled(0);
      await pass(scene, CALL_GAP_MS);
    }
    judge.require(
      isWell(),
      'L2',
      name,
      () => `${boundMs} ms after revival: ${last?.settled}, breaker ${stateOf(name)?.breaker}`,
    );
  }
}

function offered({ supervisor }: Scene, server: string): string {
  const names = supervisor.tools({ server }).map(({ name }) => name);
  return names.sort().join(' ');
}

function listed({ servers }: Stage, server: string): string {
  return servers.get(server)?.tools.names.join(' ') ?? '';
}
