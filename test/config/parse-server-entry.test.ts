import { describe, expect, it } from 'vitest';
import { parsePolicies } from '../../src/config/parse-policies.ts';
import { findEntryFaults, parseServerEntry } from '../../src/config/parse-server-entry.ts';

function refusal(value: unknown): string {
  try {
    parseServerEntry('web', value);
  } catch (error) {
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', server: 'web' });
    return (error as Error).message;
  }
  throw new Error('The entry was taken.');
}

const ofType = 'unknown key; leave it out, or write transport for a server with a url';

describe('one entry', () => {
  it.each([
    [{}, 'web: needs a command or a url'],
    [{ command: 'a', url: 'b' }, 'web: has both command and url; keep one'],
    ['npx', 'web: must be an object, not text'],
    [{ command: '' }, 'web.command: must not be empty'],
    [{ command: 'a', args: 'b' }, 'web.args: must be a list, not text'],
    [{ command: 'a', args: ['b', 3] }, 'web.args.1: must be text, not a number'],
    [{ command: 'a', required: 'yes' }, 'web.required: must be true or false, not text'],
    [{ command: 'a', headers: {} }, 'web.headers: is only for a server with a url'],
    [{ url: 'a', transport: 'stdio' }, 'web.transport: must be http or sse, not "stdio"'],
    [{ command: 'a', type: 'stdio' }, `web.type: ${ofType}`],
    [{ url: 'a', type: 'http' }, `web.type: ${ofType}`],
    [{ url: 'a', polici: {} }, 'web.polici: unknown key; did you mean policy?'],
    [{ url: 'a', policy: { graceMs: -1 } }, 'web.policy.graceMs: must be at least 0, not -1'],
  ])('E3 %j is refused with its path and what is allowed', (value, message) => {
    expect(refusal(value)).toBe(message);
  });

  it.each<[unknown, unknown, string]>([
    ['', { command: 'a' }, 'a server needs a name'],
    [' ', { command: 'a' }, 'a server needs a name'],
    [7, { command: 'a' }, 'a server needs a name'],
    ['web', null, 'must be an object, not null'],
    ['web', [], 'must be an object, not a list'],
    ['web', undefined, 'must be an object, not left out'],
  ])('E3 as server %j, %j is told what is wrong with it as a whole', (name, value, message) => {
    expect(findEntryFaults(name as string, value, {})).toEqual([{ path: [], message }]);
  });

  it('E3 keys of the other kind are told as such, and only where a key of an entry stands', () => {
    const faults = (value: unknown) =>
      findEntryFaults('web', value, {}).map(({ path, message }) => `${path.join('.')}: ${message}`);
    expect(faults({ url: 'a', args: [], cwd: 'b', odd: 1 })).toEqual([
      'args: is only for a server with a command',
      'cwd: is only for a server with a command',
      expect.stringContaining('odd: unknown key; '),
    ]);
    expect(faults({ command: 'a', env: { headers: 1, type: 1 }, include: [1] })).toEqual([
      'env.headers: must be text, not a number',
      'env.type: must be text, not a number',
      'include.0: must be text, not a number',
    ]);
    expect(faults({ url: 'a', headers: { args: 1 } })).toEqual([
      'headers.args: must be text, not a number',
    ]);
  });

  it('E3 a login and a policy are both looked at, each below its key', () => {
    const value = { url: 'a', auth: { clientSecret: 'x' }, policy: { graceMs: -1, maxSpawns: 1 } };
    expect(findEntryFaults('web', value, {}).map(({ path }) => path.join('.'))).toEqual([
      'auth.clientSecret',
      'policy.maxSpawns',
    ]);
    expect(findEntryFaults('web', { url: 'a', policy: { graceMs: 1 } }, {})).toEqual([]);
    const policy = { baseDelayMs: 100 };
    expect(() => parseServerEntry('web', { url: 'a', policy }, { maxDelayMs: 50 })).toThrow(
      'web.policy.baseDelayMs: ',
    );
  });

  it('E3 no value of env or headers is ever shown', () => {
    expect(refusal({ command: 'a', env: { PIN: 4711, KEY: ['s3cret'] } })).not.toMatch(
      /4711|s3cret/,
    );
    expect(refusal({ url: 'a', headers: 's3cret' })).not.toContain('s3cret');
  });

  it.each<[unknown, string]>([
    ['s3cret', 'web.auth: must be an object, not text'],
    [{ clientID: 's3cret' }, 'web.auth.clientID: unknown key; did you mean clientId?'],
    [{ clientId: 7 }, 'web.auth.clientId: must be text, not a number'],
    [{ clientId: '' }, 'web.auth.clientId: must not be empty'],
    [{ clientSecret: 's3cret' }, 'web.auth.clientSecret: needs a clientId beside it'],
    [{ scopes: 's3cret' }, 'web.auth.scopes: must be a list, not text'],
  ])('E3 a login of %j is refused', (auth, message) => {
    const text = refusal({ url: 'https://x', auth });
    expect(text).toContain(message);
    expect(text).not.toContain('s3cret');
  });

  it('E3 an address may be a URL, which later changes do not reach', () => {
    const url = new URL('https://x/mcp');
    const entry = parseServerEntry('web', { url, headers: { a: 'b' } });
    url.pathname = '/other';
    expect(entry).toEqual({ url: 'https://x/mcp', headers: { a: 'b' } });
  });

  it('E3 a good entry is handed back as it is, its methods included', () => {
    const entry = { url: 'https://x', auth: { tokens: () => undefined } };
    expect(parseServerEntry('web', entry)).toBe(entry);
  });
});

describe('the policy of a fleet', () => {
  it('E3 is split by whom it concerns, and keys left out stay left out', () => {
    expect(parsePolicies({ graceMs: 1, startSlotMs: 2 })).toEqual({
      policy: { graceMs: 1 },
      fleet: { startSlotMs: 2 },
    });
    expect(parsePolicies(undefined)).toEqual({ policy: {}, fleet: {} });
  });

  it.each([
    [[], 'policy: must be an object, not a list'],
    [{ maxSpawns: 0 }, 'policy.maxSpawns: must be at least 1, not 0'],
    [
      { maxDelayMs: 10 },
      'policy.baseDelayMs: baseDelayMs (1000) must not be above maxDelayMs (10)',
    ],
  ])('E3 %j is refused', (value, message) => {
    expect(() => parsePolicies(value)).toThrow(message);
  });
});
