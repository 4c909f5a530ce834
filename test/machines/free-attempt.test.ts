import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createServerMachine, publicState, type Loss } from '../../machines/index.ts';
import { createScriptedLink } from '../../src/testing/scripted-link.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';

const kinds = ['lost', 'sessionExpired', 'auth'] as const satisfies readonly Loss['kind'][];

test.each(kinds)(
  'C11 a stable session that ends by %s leaves the free attempt to the next one',
  (kind) => {
    const link = createScriptedLink({
      onStart: (attempt) => attempt.report({ type: 'link.opened' }),
    });
    const machine = createServerMachine({ random: () => 0 });
    const clock = createStepClock();
    const actor = createActor(machine.provide({ actors: { link: link.logic } }), {
      input: { server: 'files', policy: { stableAfterMs: 30_000 } },
      clock,
    }).start();
    const loseProven = (lost: Loss['kind']) => {
      link.report({ type: 'link.proven' });
      link.report({ type: 'link.lost', loss: { kind: lost, code: 'GONE', message: 'It ended.' } });
    };

    clock.advance(30_000);
    loseProven(kind);
    loseProven('auth');
    expect(publicState(actor.getSnapshot())).toMatchObject({ connection: 'ready', generation: 3 });

    loseProven('auth');
    expect(publicState(actor.getSnapshot())).toMatchObject({ parkReason: 'auth', generation: 3 });
    actor.stop();
  },
);
