const escapeSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/gu;
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Takes out what could act on a terminal or reorder a line; newlines and tabs stay. */
export function plainText(text: string): string {
  return text.replace(escapeSequence, '').replaceAll('\r\n', '\n').replace(control, '');
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
