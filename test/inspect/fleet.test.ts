import { resolve } from 'node:path';
import { createActor, createMachine } from 'xstate';
import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor } from '../../src/index.ts';
import { createServerMachine } from '../../machines/server.machine.ts';
import { openInspector } from './open-inspector.ts';
import { listenIn, stands, type WireMessage } from './wire.ts';

const echo = { command: process.execPath, args: [resolve('test/fixtures/stdio/echo-server.mjs')] };

it('H8 a server is introduced by its name with its whole chart, then told event by event', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const supervisor = createSupervisor({ servers: { echo }, inspect });
  onTestFinished(async () => void (await supervisor.stop()));
  await supervisor.start();
  await wire.first(stands('echo', 'ready'));
  const [first] = wire.messages;
  expect(first).toMatchObject({ type: '@xstate.actor', name: 'echo', snapshot: {} });
  expect(first?.sessionId).toBe(first?.rootId);
  const opened = await wire.first(({ event }) => event?.type === 'link.opened');
  expect(opened.event?.['tools']).toBeGreaterThan(0);
  const link = wire.messages.find(({ parentId }) => parentId === first?.sessionId);
  expect(link).toMatchObject({ type: '@xstate.actor', name: 'link', rootId: first?.rootId });
  expect(opened.sourceId).toBe(link?.sessionId);
});

it('H1 a killed server is seen on its way back, with what has been tried', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const supervisor = createSupervisor({ servers: { echo }, inspect });
  onTestFinished(async () => void (await supervisor.stop()));
  await supervisor.start();
  process.kill(supervisor.status('echo').pid ?? 0, 'SIGKILL');
  const lost = await wire.first(stands('echo', 'reconnecting'));
  expect(lost).toMatchObject({
    event: { type: 'link.lost', loss: { kind: 'lost', code: expect.stringMatching(/^[A-Z_]+$/) } },
    snapshot: { context: { retries: 1, flaps: 1, generation: 1, lastError: { kind: 'lost' } } },
  });
  await wire.first((message) => stands('echo', 'ready')(message) && generation(message) === 2);
});

it('H8 K10 a call on the hot path gives the inspector nothing to do', async () => {
  const { inspect } = await openInspector();
  const looked: string[] = [];
  const counted = (event: unknown) => {
    looked.push((event as { type: string }).type);
    inspect(event);
  };
  const supervisor = createSupervisor({ servers: { echo }, inspect: counted });
  onTestFinished(async () => void (await supervisor.stop()));
  await supervisor.start();
  // The first answer proves the session, which the machine is told once.
  await supervisor.callTool('echo', 'echo', { text: 'x' });
  const before = looked.length;
  for (let call = 0; call < 50; call += 1) await supervisor.callTool('echo', 'pid');
  expect(looked.slice(before)).toEqual([]);
  expect(before).toBeGreaterThan(0);
});

it('H8 the definition is the chart as it is: each state, event, guard, action and delay', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const machine = createServerMachine({ random: () => 0 });
  const actor = createActor(machine, { input: { server: 'files' }, inspect }).start();
  onTestFinished(() => void actor.stop());
  const { definition = '' } = await wire.first(({ type }) => type === '@xstate.actor');
  const told = JSON.parse(definition) as Parameters<typeof createMachine>[0];
  const drawn = createMachine(told);
  expect(drawn.events.sort()).toEqual(machine.events.sort());
  expect(ways(drawn.root as never).sort()).toEqual(ways(machine.root as never).sort());
  expect(definition).not.toContain('[Object]');
});

it('H8 what a snapshot says is from when it happened, not from when it was sent', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const machine = createMachine({
    initial: 'one',
    states: { one: { on: { go: 'two' } }, two: { on: { go: 'three' } }, three: { type: 'final' } },
  });
  const actor = createActor(machine, { inspect }).start();
  actor.send({ type: 'go' });
  actor.send({ type: 'go' });
  await wire.first(({ snapshot }) => snapshot?.status === 'done');
  expect(wire.messages.map(({ snapshot }) => snapshot?.value).filter(Boolean)).toEqual([
    ...['one', 'one', 'two', 'three'],
  ]);
});

it('H5 an actor whose parts throw when looked at goes on, and others are still shown', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  expect(() => inspect(undefined)).not.toThrow();
  expect(() =>
    inspect({ type: '@xstate.event', actorRef: {}, event: { type: 'x' } }),
  ).not.toThrow();
  const bad = {
    toJSON: () => {
      throw new Error('not to be looked at');
    },
  };
  const machine = createMachine({ context: { bad, big: 10n }, on: { go: {} } });
  const actor = createActor(machine, { inspect }).start();
  actor.send({ type: 'go', bad } as never);
  const went = await wire.first(({ event }) => event?.type === 'go');
  expect(went.event).toEqual({ type: 'go' });
  expect(actor.getSnapshot().status).toBe('active');
});

it('H8 after stop() it looks at nothing, and what it looked at goes on', async () => {
  const { inspect, url, stop } = await openInspector();
  const wire = await listenIn(url);
  const actor = createActor(createMachine({ on: { go: {} } }), { inspect }).start();
  await wire.first(({ type }) => type === '@xstate.snapshot');
  await Promise.all([stop(), stop()]);
  await wire.ended;
  actor.send({ type: 'go' });
  expect(actor.getSnapshot().status).toBe('active');
  let looks = 0;
  inspect({
    get type() {
      looks += 1;
      return '@xstate.event';
    },
  });
  expect(looks).toBe(0);
  await expect(listenIn(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

function generation({ snapshot }: WireMessage): unknown {
  return snapshot?.context?.['generation'];
}

interface Way {
  readonly eventType: string;
  readonly target?: readonly { readonly id: string }[];
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
}
interface Place {
  readonly id: string;
  readonly states: Record<string, Place>;
  readonly transitions: ReadonlyMap<string, readonly Way[]>;
}

/** Every state of a chart, and every way: from where to where, by what, with how many actions. */
function ways({ id, states, transitions }: Place): string[] {
  const own = [...transitions.values()].flat().map((way) => {
    const to = way.target?.map((target) => target.id).join();
    // A delay by name stands for a time that only the code knows.
    const by = way.eventType.replace(/^xstate\.after\.\d+/, 'xstate.after');
    return `${id} ${by} ${way.guard === undefined ? '' : 'if '}${way.actions.length} → ${to}`;
  });
  return [id, ...own, ...Object.values(states).flatMap(ways)];
}
