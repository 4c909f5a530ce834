import { attempt } from '../rig/attempt.mjs';
import { measure, NEVER } from '../rig/measure.mjs';
import { killServer } from '../rig/kill-server.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';
import { echo, openOnly } from './only-server.mjs';

const CALLS = 4;
/** Between a call that failed and the next: a host that goes on at once. */
const BETWEEN_MS = 250;
/** C6: from 30 s on, holdfast counts a session as a stable one. */
const SETTLED_MS = 31_000;

export const killedYoung = scenario('killed-young', 1_000, 'after 1 s');
export const killedSettled = scenario('killed-settled', SETTLED_MS, 'after 31 s');

function scenario(name, lifeMs, age) {
  return {
    name,
    boundMs: lifeMs + 60_000,
    rows: {
      [name]: {
        title: `Server killed ${age}, then up to ${CALLS} calls: the first that is answered, and when after the death`,
        unit: 'ms',
        why: 'After a session that was not stable yet, the first attempt waits for 0.5 to 1 s, so that a server that dies over and over is slowed from the first time on (C5, C6). The call waits as well, and is answered; elsewhere it fails, and the next one is answered.',
      },
    },
    run: async ({ peer, folder }) => ({ [name]: await callAfterDeath(peer, folder, lifeMs) }),
  };
}

async function callAfterDeath(peer, folder, lifeMs) {
  const client = await openOnly(peer, fixture(folder, 'echo-server.mjs'));
  await echo(client);
  await pause(lifeMs);
  const diedAt = await killServer(folder);
  for (let number = 1; number <= CALLS; number += 1) {
    const { kind } = await attempt(() => echo(client));
    if (kind === 'answered')
      return measure(number - 1, `call ${number}`, performance.now() - diedAt);
    await pause(BETWEEN_MS);
  }
  return measure(NEVER, 'never');
}
