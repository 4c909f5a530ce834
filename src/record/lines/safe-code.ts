import { isCode } from '../../errors/is-code.ts';

/** What a recording holds of a code; `OTHER` for what may be no code at all (L9). */
export function safeCode(code: unknown): string {
  return isCode(code) ? code : 'OTHER';
}
