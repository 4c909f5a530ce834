import { createActor } from 'xstate';
import { expect, it } from 'vitest';
import { createServerMachine, publicState, type LinkEvent } from '../../machines/index.ts';
import { createLinkLogic } from '../../src/server/server-actor.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';

it.each(['start', 'obey'] as const)(
  'C15 a link that throws in its %s is stopped, and what it reports later is not heard',
  (place) => {
    const clock = createStepClock();
    const reports: ((fact: LinkEvent) => void)[] = [];
    let stops = 0;
    const link = createLinkLogic((_, report) => {
      const first = reports.push(report) === 1;
      const fail = (where: string): void => {
        if (first && where === place) throw new Error('a defect');
      };
      return { start: () => fail('start'), obey: () => fail('obey'), stop: () => (stops += 1) };
    });
    const machine = createServerMachine({ random: () => 0 }).provide({ actors: { link } });
    const actor = createActor(machine, { input: { server: 'files' }, clock });
    actor.subscribe({ error: () => undefined });
    actor.start();
    if (place === 'obey') {
      reports[0]?.({ type: 'link.opened' });
      actor.send({ type: 'retry', reason: 'wake' });
    }
    expect(stops).toBe(1);
    const state = publicState(actor.getSnapshot());
    expect(state.lastError?.code).toBe('LINK_CRASHED');

    clock.advance(state.waitMs ?? 0);
    expect(reports).toHaveLength(2);
    reports[0]?.({ type: 'link.opened' });
    expect(publicState(actor.getSnapshot())).toMatchObject({ attempting: true });
    actor.stop();
  },
);
