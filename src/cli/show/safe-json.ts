import { unsafeCharacters } from '../../link/plain-text.ts';

/** JSON in which no character can steer a terminal; it parses to the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, null, indent).replace(
    unsafeCharacters,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
