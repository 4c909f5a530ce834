/**
 * Text from a server, safe for a terminal: no escape sequences, no control characters, nothing that
 * turns the direction of writing (E5). Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replace(unsafeCharacters, '');
}

/** The same on a single line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

/** The last lines of a text, at most `lines` and `characters`. */
export function lastLines(text: string, lines: number, characters: number): string {
  return text.trimEnd().split('\n').slice(-lines).join('\n').slice(-characters);
}

/** Replaces configured values that a server may have printed (L9). Short ones are words, not secrets. */
export function redact(text: string, secrets: Iterable<string>): string {
  let redacted = text;
  for (const secret of secrets)
    if (secret.length >= 8) redacted = redacted.replaceAll(secret, '[redacted]');
  return redacted;
}

// Escape sequences go as a whole, so that no debris of them is left: strings such as a window's
// title up to their end, control sequences such as colours, and the short ones. What is none of
// these loses only its control characters, since eating text could hide something. No pattern runs
// over the beginning of another, so that a text of nothing but beginnings takes no longer.
const sequences = new RegExp(
  [
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u0090\\u0098\\u009c-\\u009f]*(?:\\u0007|\\u001b\\\\|\\u009c)',
    '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]',
    '\\u001b[ -/]+[0-~]',
  ].join('|'),
  'g',
);

/**
 * C0 but tab and line feed, DEL, C1, line and paragraph separators, and marks that turn the writing
 * direction (E5).
 */
export const unsafeCharacters = new RegExp(
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]',
  'g',
);
