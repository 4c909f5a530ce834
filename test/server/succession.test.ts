import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import {
  createServerMachine,
  defaultPolicy,
  type ServerInput,
  type ServerOutput,
} from '../../machines/index.ts';
import { createLinkLogic } from '../../src/server/server-actor.ts';
import { Succession } from '../../src/server/succession.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';

const inertLink = { start: () => undefined, obey: () => undefined, stop: () => undefined };

test.each([false, true])(
  'C15 S1 a shutdown (force: %s) whose actor errors over it is that of its successor too',
  (force) => {
    const clock = createStepClock();
    const link = createLinkLogic(() => inertLink);
    const faulty = createServerMachine({ random: () => 0 }).provide({
      actors: { link },
      delays: {
        closeDeadline: () => {
          throw new Error('a defect');
        },
      },
    });
    const sound = createServerMachine({ random: () => 0 }).provide({ actors: { link } });
    const parked: ServerInput['parked'][] = [];
    const succession = new Succession('files', defaultPolicy, (input) => {
      parked.push(input.parked);
      return createActor(input.parked ? sound : faulty, { input, clock });
    });
    const ends: ServerOutput[] = [];
    const crashes: string[] = [];
    succession.tell({
      emitted: () => undefined,
      moved: () => undefined,
      crashed: ({ message }) => crashes.push(message),
      notReplaced: () => undefined,
      ended: (output) => ends.push(output),
    });
    succession.start();
    succession.shutDown(force);
    expect(crashes).toEqual(['a defect']);
    expect(parked).toMatchObject([undefined, { message: 'a defect' }]);
    expect(ends).toEqual([{ killed: 0, left: 0 }]);
    expect(succession.state().connection).toBe('shutdown');
    expect(clock.pending).toBe(0);
  },
);
