import { resolve } from 'node:path';
import type { GivenServerEntry } from '../../src/index.ts';

/** Longer than any run, so that no process ends by itself in the middle. */
const LIFE_MS = 14_400_000;

/** A process that keeps notes in a folder, and does there as its `mode` says. */
export function scheduledEntry(folder: string, name: string, port?: number) {
  const file = resolve('lab/stress/servers/scheduled-server.mjs');
  const backend = port === undefined ? [] : [String(port)];
  return {
    command: process.execPath,
    args: [file, folder, name, ...backend],
    env: { FIXTURE_LIFE_MS: String(LIFE_MS) },
  } satisfies GivenServerEntry;
}
