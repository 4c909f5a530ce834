import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ChartEvent } from '../../machines/events.ts';
import { publicState } from '../../machines/index.ts';
import { edgeTours } from '../../src/testing/graph/edge-tours.ts';
import { TICK } from '../../src/testing/graph/timed-model.ts';
import type { ReachedStep } from '../../src/testing/graph/traversal.ts';
import { serverKey } from '../../src/testing/paths/server-space.ts';
import { startWalk, timerOf } from './edge-walk.ts';
import { inputOf, type Space } from './explore.ts';
import { exploreTimed, timedSpaces, type TimedModel, type TimedServer } from './timed-spaces.ts';

const accept =
  'What the machine can do in time has grown or shrunk. If that was meant, accept it with `npx vitest run --project source test/machines/timed.test.ts -u`';

const explored = new Map<string, ReturnType<typeof exploreTimed>>();
beforeAll(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const space of timedSpaces) explored.set(space.name, exploreTimed(space));
}, 300_000);
afterAll(() => void vi.restoreAllMocks());

describe.each(timedSpaces)('the machine in time: $name', (space) => {
  test(
    'C2, C5, C8, C12, B3, B4: model, actor on a clock and contract agree at every step',
    { timeout: 300_000 },
    () => {
      const mismatches = edgeTours(statesOf(space)).flatMap((tour) => mismatchOf(space, tour));
      expect(mismatches.slice(0, 3)).toEqual([]);
    },
  );

  test('C14 a timer is pending everywhere but in ready, in the queue of the gate, and at the end', () => {
    const still = [...statesOf(space).values()].filter(
      ({ state: { machine, timers } }) =>
        machine.status === 'active' && timers.length === 0 && !isHeldByOthers(machine),
    );
    expect(still.map(({ key }) => key)).toEqual([]);
  });

  test('C7 C8 a parked server wakes by time alone', () => {
    const parked = [...statesOf(space)].filter(([, { state }]) =>
      state.machine.matches({ connection: { parked: 'waiting' } }),
    );
    expect(parked.length).toBeGreaterThan(0);
    const asleep = parked.filter(
      ([key]) => !ticksLeadTo(space, key, (machine) => publicState(machine).attempting),
    );
    expect(asleep.map(([key]) => key)).toEqual([]);
  });

  test('S1 S2 a shutdown comes to its end by time alone', () => {
    const ending = [...statesOf(space)].filter(([, { state }]) =>
      state.machine.matches({ connection: 'shutdown' }),
    );
    const endless = ending.filter(
      ([key]) => !ticksLeadTo(space, key, ({ status }) => status === 'done'),
    );
    expect(endless.map(([key]) => key)).toEqual([]);
  });

  test('C2 C5 an attempt and a wait end by time alone', () => {
    const trying = [...statesOf(space)].filter(
      ([, { state }]) =>
        /connecting|reconnecting/.test(publicState(state.machine).connection) &&
        !isHeldByOthers(state.machine),
    );
    const endless = trying.filter(
      ([key]) =>
        !ticksLeadTo(space, key, (machine) => publicState(machine).connection === 'parked'),
    );
    expect(endless.map(([key]) => key)).toEqual([]);
  });
});

test('C14 the spaces are as large as they were', async () => {
  const counts = Object.fromEntries(
    [...explored].map(([name, states]) => [
      name,
      {
        states: states.size,
        steps: [...states.values()].reduce((sum, { steps }) => sum + steps.length, 0),
      },
    ]),
  );
  await expect(`${JSON.stringify(counts, null, 2)}\n`, accept).toMatchFileSnapshot(
    './timed-space.json',
  );
});

function statesOf({ name }: { readonly name: string }): ReturnType<typeof exploreTimed> {
  return explored.get(name) ?? new Map();
}

function isHeldByOthers(machine: TimedServer['machine']): boolean {
  return (
    machine.matches({ connection: 'ready' }) ||
    JSON.stringify(machine.value.connection).includes('queued')
  );
}

/** Whether a server to which nothing more happens gets to a state, within a hundred ticks. */
function ticksLeadTo(
  space: { readonly name: string },
  from: string,
  isThere: (machine: TimedServer['machine']) => boolean,
): boolean {
  const states = statesOf(space);
  let at = states.get(from);
  for (let ticks = 0; at !== undefined && ticks < 100; ticks += 1) {
    if (isThere(at.state.machine)) return true;
    at = states.get(at.steps.find(({ event }) => event.type === TICK.type)?.to ?? '');
  }
  return false;
}

/** What differs first, if anything does, after which step of a tour. */
function mismatchOf(space: Space, tour: readonly ReachedStep<TimedModel>[]): unknown[] {
  const walk = startWalk(inputOf(space));
  try {
    for (const [index, { event, result }] of tour.entries()) {
      if (event.type === TICK.type) walk.tick();
      else walk.take(event as ChartEvent);
      const actor = { ...walk.machineSight(), key: serverKey(walk.actor.getSnapshot()) };
      const contract = { ...walk.referenceSight(), key: serverKey(result.machine) };
      const [remaining, modelled] = [walk.remaining(), modelledTimers(result)];
      if (!isDeepStrictEqual(actor, contract) || !isDeepStrictEqual(remaining, modelled)) {
        const events = tour.slice(0, index + 1).map((step) => step.event);
        return [{ events, actor, contract, remaining, modelled }];
      }
    }
    return [];
  } finally {
    walk.stop();
  }
}

function modelledTimers({ timers }: TimedServer): Record<string, number> {
  return Object.fromEntries(timers.map(({ id, remainingMs }) => [timerOf(id) ?? id, remainingMs]));
}
