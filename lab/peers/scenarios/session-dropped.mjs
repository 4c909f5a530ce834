import { attempt } from '../rig/attempt.mjs';
import { startHttpServer } from '../rig/http-server.mjs';
import { measure, NEVER } from '../rig/measure.mjs';
import { pause } from '../rig/waiting.mjs';
import { echo, openOnly } from './only-server.mjs';

const IN_TURN = 3;
const AT_ONCE = 30;
const BETWEEN_MS = 250;

export const sessionDropped = {
  name: 'session-dropped',
  boundMs: 60_000,
  rows: {
    'session-dropped': {
      title: `HTTP session forgotten (404), then up to ${IN_TURN} calls: the first that is answered`,
    },
  },
  async run({ peer, folder }) {
    const { client, handshakes } = await openThenForget(peer, folder);
    const number = await firstAnswered(client);
    const found =
      number === undefined
        ? measure(NEVER, 'never')
        : measure(number - 1, `call ${number}, ${await handshakes()} new initialize`);
    return { 'session-dropped': found };
  },
};

export const sessionDroppedForMany = {
  name: 'session-dropped-30',
  boundMs: 60_000,
  rows: {
    'session-dropped-30': {
      title: `The same with ${AT_ONCE} calls at once: how many are answered`,
    },
  },
  async run({ peer, folder }) {
    const { client, handshakes } = await openThenForget(peer, folder);
    const calls = Array.from({ length: AT_ONCE }, () => attempt(() => echo(client)));
    const good = (await Promise.all(calls)).filter(({ kind }) => kind === 'answered').length;
    const extra = await handshakes();
    // More handshakes than one are a lesser evil than a call that fails.
    const grade = AT_ONCE - good + Math.max(0, extra - 1) / 100;
    return {
      'session-dropped-30': measure(grade, `${good} of ${AT_ONCE}, ${extra} new initialize`),
    };
  },
};

async function openThenForget(peer, folder) {
  const server = await startHttpServer(folder);
  const client = await openOnly(peer, { url: server.url });
  await echo(client);
  const before = (await server.control()).initializes;
  await server.control('forgetSessions');
  return { client, handshakes: async () => (await server.control()).initializes - before };
}

async function firstAnswered(client) {
  for (let number = 1; number <= IN_TURN; number += 1) {
    const { kind } = await attempt(() => echo(client));
    if (kind === 'answered') return number;
    await pause(BETWEEN_MS);
  }
  return undefined;
}
