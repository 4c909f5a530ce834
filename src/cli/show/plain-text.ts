import { stripVTControlCharacters } from 'node:util';

/**
 * Text from a server, safe for a terminal: no escape sequences, no control characters, nothing that
 * turns the direction of writing (E5). Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(unsafe, '');
}

/** The same on a single line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** JSON in which no character can steer a terminal; it parses to the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, null, indent).replace(
    unsafe,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

// Control characters are what this is for: C0 but tab and line feed, DEL, C1, line and paragraph
// separators, and marks that turn the writing direction.
const unsafe = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]',
  'g',
);
