import { createActor, createMachine, fromCallback } from 'xstate';
import { expect, it, onTestFinished } from 'vitest';
import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand } from '../../machines/events.ts';
import { createServerMachine } from '../../machines/server.machine.ts';
import { openInspector } from './open-inspector.ts';
import { listenIn, stands, type WireMessage } from './wire.ts';

it('H8 whoever comes after 1,000 events is told each actor and where it stands now', async () => {
  const { inspect, url } = await openInspector();
  const early = await listenIn(url);
  const { actor, count } = counting(inspect, 1_000);
  await early.first(({ event }) => event?.type === 'last');
  // None was dropped for who was there.
  const told = early.messages.filter(
    ({ type, event }) => type === '@xstate.event' && event?.type === 'go',
  );
  expect(told).toHaveLength(count);
  const late = await listenIn(url);
  const [introduction, snapshot] = [
    await late.first(({ type }) => type === '@xstate.actor'),
    await late.first(({ type }) => type === '@xstate.snapshot'),
  ];
  expect(introduction.definition).toContain('"id":"counting"');
  expect(snapshot.snapshot).toMatchObject({ status: 'active', value: 'odd' });
  actor.send({ type: 'go' });
  await late.first(({ event }) => event?.type === 'go');
  // The introduction and the last snapshot, and then only what is new.
  expect(late.messages.length).toBeLessThanOrEqual(4);
});

it('H8 a viewer that goes and comes back is told from the start', async () => {
  const { inspect, url } = await openInspector();
  const { actor } = counting(inspect, 2);
  const first = await listenIn(url);
  await first.first(({ type }) => type === '@xstate.snapshot');
  first.leave();
  await first.ended;
  actor.send({ type: 'go' });
  const again = await listenIn(url);
  const { snapshot } = await again.first(({ type }) => type === '@xstate.snapshot');
  expect(again.messages[0]?.type).toBe('@xstate.actor');
  expect(snapshot?.value).toBe('even');
});

it('H8 the links of attempts that are over are not kept', async () => {
  const { inspect, url } = await openInspector();
  let opened = 0;
  const link = fromCallback<LinkCommand, LinkInput>(({ sendBack }) => {
    opened += 1;
    sendBack({ type: 'link.opened' });
  });
  const machine = createServerMachine({ random: () => 0 }).provide({ actors: { link } });
  const actor = createActor(machine, { input: { server: 'files' }, inspect }).start();
  onTestFinished(() => void actor.stop());
  for (let round = 0; round < 30; round += 1) {
    actor.send({ type: 'retry' });
    actor.send({ type: 'drained' });
  }
  expect(opened).toBe(31);
  const late = await listenIn(url);
  const { snapshot } = await late.first(stands('files', 'ready'));
  expect(snapshot?.context?.['generation']).toBe(31);
  expect(late.messages.filter(isIntroduction).map(({ name }) => name)).toEqual(['files', 'link']);
});

it('H8 of systems that are over the last hundred are kept', async () => {
  const { inspect, url } = await openInspector();
  const machine = createMachine({ id: 'brief', type: 'parallel', states: {} });
  for (let index = 0; index < 120; index += 1) createActor(machine, { inspect }).start().stop();
  const lasting = createActor(createMachine({ id: 'lasting', on: { last: {} } }), {
    inspect,
  }).start();
  const wire = await listenIn(url);
  await wire.first(({ name }) => name === 'lasting');
  lasting.send({ type: 'last' });
  await wire.first(({ event }) => event?.type === 'last');
  expect(wire.messages.filter(({ name }) => name === 'brief')).toHaveLength(100);
});

it('H8 a page that does not read is let go, and the others are told on', async () => {
  const { inspect, url } = await openInspector();
  const machine = createMachine({
    id: 'large',
    initial: 'small',
    states: { small: {}, ...manyStates(2_000) },
  });
  const idle = await listenIn(url);
  const reading = await listenIn(url);
  createActor(machine, { inspect }).start();
  await idle.first(isIntroduction);
  const resume = idle.stall();
  // Each introduction holds the chart, so that these are far more than a page may leave unread.
  for (let told = 2; told <= 120; told += 1) {
    createActor(machine, { inspect }).start();
    await reading.times(told, isIntroduction);
  }
  resume();
  await idle.ended;
  expect(idle.messages.filter(isIntroduction).length).toBeLessThan(120);
});

function isIntroduction({ type }: WireMessage): boolean {
  return type === '@xstate.actor';
}

function manyStates(count: number): Record<string, object> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${'x'.repeat(180)}${index}`, {}]),
  );
}

/** An actor that was told to go so many times, and then one last thing. */
function counting(inspect: (event: unknown) => void, count: number) {
  const machine = createMachine({
    id: 'counting',
    initial: 'odd',
    on: { last: {} },
    states: { odd: { on: { go: 'even' } }, even: { on: { go: 'odd' } } },
  });
  const actor = createActor(machine, { inspect }).start();
  for (let index = 0; index < count; index += 1) actor.send({ type: 'go' });
  actor.send({ type: 'last' });
  return { actor, count };
}
