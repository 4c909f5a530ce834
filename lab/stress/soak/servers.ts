import { resolve } from 'node:path';
import type { GivenServerEntry } from '../../../src/index.ts';

const LIFE_MS = 14_400_000;

/** Every second one is a process, the others are sessions of one server over HTTP. */
export function soakServers(
  count: number,
  url: string,
  folder: string,
): Record<string, GivenServerEntry> {
  const program = {
    command: process.execPath,
    // The folder tells these processes from all others; the server does not look at it.
    args: [resolve('test/fixtures/stdio/echo-server.mjs'), folder],
    env: { FIXTURE_LIFE_MS: String(LIFE_MS) },
  };
  const names = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(
    names.map((index) =>
      index % 2 === 0 ? [`stdio-${index}`, program] : [`http-${index}`, { url }],
    ),
  );
}
