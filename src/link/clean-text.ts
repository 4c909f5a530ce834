import { isStdio, type HttpEntry, type ServerEntry } from '../config/server-entry.ts';
import { plainLine, redact } from './plain-text.ts';

/** E5: a server's text goes into events and histories, and must not fill them. */
const LONGEST_TEXT = 2_000;

/**
 * A server's text as it may be shown: one line, so that it cannot pass for one of ours, nothing
 * that acts on a terminal, nothing endless, and none of the secrets that the server was given and may
 * have repeated (L9, E5).
 * @param tokens what it was given beside what its entry holds
 */
export function cleanText(
  text: string,
  entry: ServerEntry,
  tokens: readonly string[] = [],
): string {
  // A cut could leave half a secret that no longer looks like one, so it comes last.
  const clean = redact(plainLine(text), secretsOf(entry, tokens));
  return clean.length <= LONGEST_TEXT ? clean : `${clean.slice(0, LONGEST_TEXT)} […]`;
}

function secretsOf(entry: ServerEntry, tokens: readonly string[]): string[] {
  const configured = isStdio(entry) ? Object.values(entry.env ?? {}) : secretsOfUrl(entry);
  const secrets = [...configured, ...tokens];
  // A longer one first: a shorter one inside it would leave the rest of it readable.
  return secrets.sort((a, b) => b.length - a.length);
}

function secretsOfUrl({ url, headers = {} }: HttpEntry): string[] {
  // `Bearer xyz`: the scheme is no secret, and the token may be repeated without it.
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(' ').slice(1)]);
  if (!URL.canParse(url)) return [...values, url];
  const { search, searchParams, username, password } = new URL(url);
  const given = [search.slice(1), ...searchParams.values(), username, password];
  return [...values, ...given, ...given.map((value) => encodeURIComponent(value))];
}
