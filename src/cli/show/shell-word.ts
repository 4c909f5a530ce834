import { plainLine } from '../../link/plain-text.ts';

/** A word as a shell takes it whole: a person will paste it, whoever it comes from. */
export function shellWord(text: string): string {
  const plain = plainLine(text);
  return /^[\w./@:-][\w./#=@:-]*$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
