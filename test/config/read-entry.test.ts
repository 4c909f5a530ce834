import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEntry, type EntryContext } from '../../src/config/read-entry.ts';

const folder = resolve('/etc/holdfast');

function read(raw: unknown, more: Partial<EntryContext> = {}) {
  return readEntry('web', raw, {
    own: false,
    folder,
    fleetPolicy: {},
    variables: { HOST: 'x' },
    // Tells for what it was asked.
    position: (keys) => `at ${keys.join('/')}`,
    ...more,
  });
}

const problem = (severity: string, path: string, message: string) => ({
  server: 'web',
  severity,
  path,
  position: `at ${path.replaceAll('.', '/')}`,
  message,
});

describe('E4 an entry', () => {
  it('E4 that is whole is read as it is', () => {
    expect(read({ command: 'node' })).toEqual({
      name: 'web',
      entry: { command: 'node' },
      problems: [],
    });
  });

  it('E4 with an unknown key costs its server in our own file, and a note in others', () => {
    const raw = { command: 'node', evn: {} };
    const message = 'unknown key; did you mean env?';
    expect(read(raw, { own: true })).toEqual({
      name: 'web',
      problems: [problem('error', 'evn', message)],
    });
    expect(read(raw)).toEqual({
      name: 'web',
      entry: { command: 'node' },
      problems: [problem('note', 'evn', `${message}; ignored`)],
    });
  });

  it('E4 that is wrong tells all that is, each with its place', () => {
    expect(read({ command: 'node', evn: {}, env: { A: 1 } })).toEqual({
      name: 'web',
      problems: [
        problem('note', 'evn', 'unknown key; did you mean env?; ignored'),
        problem('error', 'env.A', 'must be text, not a number'),
      ],
    });
  });

  it('E3 whose policy contradicts that of the fleet is refused', () => {
    const policy = { baseDelayMs: 100 };
    expect(read({ command: 'node', policy }).problems).toEqual([]);
    const { problems } = read({ command: 'node', policy }, { fleetPolicy: { maxDelayMs: 50 } });
    expect(problems).toMatchObject([{ severity: 'error', path: 'policy.baseDelayMs' }]);
  });

  const unset = (severity: string) =>
    problem(severity, 'args.0', 'the environment variable NONE is not set');

  it('E4 whose variables are not set costs its server, and a disabled one a note', () => {
    const raw = { command: '${HOST}', args: ['${NONE}'], evn: 1 };
    const noted = problem('note', 'evn', 'unknown key; did you mean env?; ignored');
    expect(read(raw)).toEqual({ name: 'web', problems: [noted, unset('error')] });
    expect(read({ ...raw, enabled: false })).toEqual({
      name: 'web',
      entry: { command: 'x', args: ['${NONE}'], enabled: false },
      problems: [noted, unset('note')],
    });
  });

  it('E4 is checked before it is filled in', () => {
    const { problems } = read(
      { url: 'a', transport: '${HOST}' },
      { variables: { HOST: 's3cret' } },
    );
    expect(problems).toMatchObject([{ message: 'must be http or sse, not "${HOST}"' }]);
  });
});

describe('E4 paths start from the folder of the file', () => {
  it.each([
    [{ cwd: 'sub' }, { cwd: resolve(folder, 'sub') }],
    [{ stderrFile: 'a.log' }, { stderrFile: resolve(folder, 'a.log') }],
    [{ cwd: '/srv' }, { cwd: resolve('/srv') }],
    [{}, {}],
  ])('%j', (given, expected) => {
    expect(read({ command: 'a', ...given }).entry).toStrictEqual({ command: 'a', ...expected });
  });
});

describe('L10 a server with a url uses the login that is kept for it', () => {
  const url = 'https://x';
  const clientId = 'me';

  it.each<[object, object]>([
    [{ url }, { url, auth: {} }],
    [
      { url, headers: { 'X-A': 'b' } },
      { url, headers: { 'X-A': 'b' }, auth: {} },
    ],
    [
      { url, auth: { clientId } },
      { url, auth: { clientId } },
    ],
    [
      { url, headers: { AUTHORIZATION: 'Bearer x' } },
      { url, headers: { AUTHORIZATION: 'Bearer x' } },
    ],
  ])('%j', (given, expected) => {
    expect(read(given).entry).toStrictEqual(expected);
  });
});
