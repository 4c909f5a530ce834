import { createHash } from 'node:crypto';

/** What models' APIs accept as a tool name. */
const LONGEST_NAME = 64;
const HASH_LENGTH = 8;

/**
 * `server__tool` in the characters that models accept (T1). It depends on nothing but the two
 * names, so it is the same after every restart, whatever other servers are there. A name that
 * had to be changed, or could be read as another server's, carries a hash of the original.
 */
export function displayName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  const ambiguous = server.includes('__') || server.endsWith('_');
  const legal = /^[A-Za-z0-9_-]+$/.test(plain) && plain.length <= LONGEST_NAME;
  return legal && !ambiguous ? plain : hashedName(server, tool, HASH_LENGTH);
}

/** The same with a hash of `length` digits, for names that would collide all the same. */
export function hashedName(server: string, tool: string, length: number): string {
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, length);
  const legal = `${server}__${tool}`.replace(/[^A-Za-z0-9_-]/g, '_');
  return `${legal.slice(0, LONGEST_NAME - length - 1)}_${hash}`;
}
