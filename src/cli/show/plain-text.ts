/**
 * Text from a server, safe for a terminal: no escape sequences, no control characters, nothing that
 * turns the direction of writing (E5). Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replace(unsafe, '');
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

// Escape sequences go as a whole, so that no debris of them is left: strings such as a window's
// title up to their end, control sequences such as colours, and the short ones. What is none of
// these loses only its control characters, since eating text could hide something.
const sequences = new RegExp(
  [
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)',
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]',
    '\\u001b[ -/]+[0-~]',
  ].join('|'),
  'g',
);

// Control characters are what this is for: C0 but tab and line feed, DEL, C1, line and paragraph
// separators, and marks that turn the writing direction.
const unsafe = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]',
  'g',
);
