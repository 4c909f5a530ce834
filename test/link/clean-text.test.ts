import { describe, expect, test } from 'vitest';
import type { HttpEntry } from '../../src/config/server-entry.ts';
import { cleanText } from '../../src/link/clean-text.ts';

const stdio = { command: 'server' };

describe('L9 E5 what a server says', () => {
  test('is shown on one line, without what acts on a terminal', () => {
    expect(cleanText(' one\n\u001b[31mtwo ', stdio)).toBe('one two');
  });

  test('is cut after 2,000 characters, and shows that it was', () => {
    const longest = 'x'.repeat(2_000);
    expect(cleanText(longest, stdio)).toBe(longest);
    expect(cleanText(`${longest}y`, stdio)).toBe(`${longest} […]`);
  });

  test('is cut only once its secrets are gone, or half of one would be left', () => {
    const entry = { ...stdio, env: { KEY: 'top-secret' } };
    const shown = cleanText(`${'x'.repeat(1_995)}top-secret`, entry);
    expect(shown).toBe(`${'x'.repeat(1_995)}[reda […]`);
  });
});

describe('L9 a secret that a server repeats', () => {
  test('is redacted if it came with its environment, or as a token', () => {
    const entry = { ...stdio, env: { ONE: 'first-value', TWO: 'other-value' } };
    expect(cleanText('first-value, other-value, the-token', entry, ['the-token'])).toBe(
      '[redacted], [redacted], [redacted]',
    );
    expect(cleanText('first-value, the-token', stdio)).toBe('first-value, the-token');
  });

  test('is redacted as a whole, although another one is a part of it', () => {
    const env = { SHORT: 'password', LONG: 'password-of-all', MIDDLE: 'password-of' };
    expect(cleanText('password-of-all password-of password', { ...stdio, env })).toBe(
      '[redacted] [redacted] [redacted]',
    );
  });

  const shown = (text: string, entry: Partial<HttpEntry> = {}) =>
    cleanText(text, { url: 'https://server.example/mcp', ...entry });

  test('is redacted if it came in a header, with the scheme of a login or without', () => {
    const headers = { authorization: 'Negotiate token-1234', 'x-key': 'a key with blanks' };
    expect(shown('Negotiate token-1234', { headers })).toBe('[redacted]');
    expect(shown('Negotiate: token-1234', { headers })).toBe('Negotiate: [redacted]');
    expect(shown('a key with blanks', { headers })).toBe('[redacted]');
    expect(shown('token-1234')).toBe('token-1234');
  });

  test('is redacted if it came in the address, as it was written and as it was meant', () => {
    const query = { url: 'https://server.example/mcp?a=1234&key=to%20ken%2F56' };
    expect(shown('query a=1234&key=to%20ken%2F56', query)).toBe('query [redacted]');
    expect(shown('to ken/56, to%20ken%2F56', query)).toBe('[redacted], [redacted]');
    const login = { url: 'https://some-user:some-password@server.example/mcp' };
    expect(shown('some-user, some-password at server.example', login)).toBe(
      '[redacted], [redacted] at server.example',
    );
  });

  test('is redacted if it came in an address that cannot be read', () => {
    const entry = { url: 'server.example?key', headers: { 'x-key': 'top-secret' } };
    expect(shown('server.example?key and top-secret', entry)).toBe('[redacted] and [redacted]');
  });
});
