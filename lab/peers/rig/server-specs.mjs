import { fileURLToPath } from 'node:url';

const LIFE_MS = 180_000;

/** A server over stdio of the fixtures, with its own arguments. */
export function fixture(folder, file, ...args) {
  const path = fileURLToPath(new URL(`../../../test/fixtures/stdio/${file}`, import.meta.url));
  return program('recorded.mjs', folder, path, ...args);
}

/** A server over stdio with a helper that holds its stdout. @param {'polite' | 'stubborn'} manner */
export function withHelper(folder, manner) {
  return program('with-helper.mjs', folder, manner);
}

/**
 * The same program in a session of its own. Linux shares a busy machine out by session, and
 * holdfast gives its servers one (L4); without it call times would tell who else is busy.
 */
export function inOwnSession({ command, args, env }) {
  return { command: 'setsid', args: [command, ...args], env };
}

function program(file, ...args) {
  const path = fileURLToPath(new URL(`../servers/${file}`, import.meta.url));
  const env = { FIXTURE_LIFE_MS: String(LIFE_MS) };
  return { command: process.execPath, args: [path, ...args], env };
}
