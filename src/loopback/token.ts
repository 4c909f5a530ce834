import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 24;

/** Nobody guesses it, and it can stand in an address as it is. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** In the same time for every wrong guess, so that none can be told from another. */
export function isToken(guess: string | undefined, token: string): boolean {
  return guess !== undefined && timingSafeEqual(digest(guess), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
