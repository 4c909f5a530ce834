import { describe, expect, it } from 'vitest';
import { eventNames } from '../../src/supervisor/known-names.ts';
import { stage, stdio } from './stage.ts';

/** What the types forbid and a program in JavaScript does all the same. */
type Loose = Record<string, (...given: unknown[]) => unknown>;

function looseStage() {
  const staged = stage({ s1: stdio });
  return { ...staged, loose: staged.supervisor as unknown as Loose };
}

const anything = () => undefined;

describe('E3 a slip in a call is told where it is made', () => {
  it.each<[string, unknown[], string, string]>([
    ['tools', [null], 'options: must be an object, not null', 'CONFIG_INVALID'],
    ['tools', ['s1'], 'options: must be an object, not text', 'CONFIG_INVALID'],
    [
      'tools',
      [{ servre: 's1' }],
      'options.servre: unknown key; did you mean server?',
      'CONFIG_INVALID',
    ],
    [
      'prompts',
      [{ include: 'some' }],
      "options.include: must be 'all' or left out, not text",
      'CONFIG_INVALID',
    ],
    ['resources', [{ server: 5 }], 'options.server: must be text, not a number', 'CONFIG_INVALID'],
    [
      'on',
      ['server.stat', anything],
      'event "server.stat": unknown; did you mean server.state?',
      'CONFIG_INVALID',
    ],
    ['on', ['server.state'], 'listener: must be a function, not left out', 'CONFIG_INVALID'],
    ['on', [Symbol('x'), anything], 'event: must be text, not a symbol', 'CONFIG_INVALID'],
    ['add', [5, stdio], '5: a server needs a name', 'CONFIG_INVALID'],
    ['add', ['s2', null], 's2: must be an object, not null', 'CONFIG_INVALID'],
    ['replace', ['s1', 'x'], 's1: must be an object, not text', 'CONFIG_INVALID'],
    ['configure', [null], 'policy: must be an object, not null', 'CONFIG_INVALID'],
    ['setRoots', [null], 'client.roots', 'CONFIG_INVALID'],
  ])('%s(…%j)', (method, given, message, code) => {
    const { loose } = looseStage();
    const refusal = expect.objectContaining({
      code,
      message: expect.stringContaining(message) as string,
    }) as Error;
    expect(() => loose[method]?.(...given)).toThrow(refusal);
  });

  it.each<[string, unknown[], string, string]>([
    [
      'ready',
      ['s1', { timeoutMs: Number.NaN }],
      'options.timeoutMs: must be a number of milliseconds from 0, not NaN',
      'CONFIG_INVALID',
    ],
    ['ready', ['s1', { timeoutMs: -1 }], 'not -1', 'CONFIG_INVALID'],
    [
      'ready',
      ['s1', { timeout: 5 }],
      'options.timeout: unknown key; did you mean timeoutMs?',
      'CONFIG_INVALID',
    ],
    ['ready', ['s1', 5_000], 'options: must be an object, not a number', 'CONFIG_INVALID'],
    [
      'retry',
      ['s1', 'bogus'],
      'reason "bogus": unknown; known: user, call, login, config, wake',
      'CONFIG_INVALID',
    ],
    [
      'callTool',
      ['s1', 'echo', {}, { timeOutMs: 5 }],
      'cannot be used: timeOutMs is unknown; did you mean timeoutMs?',
      'CONFIG_INVALID',
    ],
    ['callTool', ['s1', 'echo', {}, []], 'they must be an object, not a list', 'CONFIG_INVALID'],
    ['callTool', ['s1', 'echo', 'hello'], 'arguments must be an object', 'INVALID_ARGUMENTS'],
    ['callTool', ['s1', 'echo', null], 'arguments must be an object', 'INVALID_ARGUMENTS'],
    ['callTool', ['s1', 'echo', ['hello']], 'arguments must be an object', 'INVALID_ARGUMENTS'],
    ['callTool', ['s1', undefined], 'its name must be text', 'CONFIG_INVALID'],
    ['callTool', [undefined, 'echo'], 'there is no server named undefined', 'SERVER_UNKNOWN'],
    ['getPrompt', ['s1', 'greet', 'hello'], 'arguments must be an object', 'INVALID_ARGUMENTS'],
    ['readResource', ['s1', 5], 'its name must be text', 'CONFIG_INVALID'],
    ['complete', ['s1', null], 'request: must be an object, not null', 'CONFIG_INVALID'],
    ['complete', ['s1', {}], 'request: must have either prompt or uriTemplate', 'CONFIG_INVALID'],
    [
      'complete',
      ['s1', { prompt: 'greet' }],
      'request.argument: must be an object, not left out',
      'CONFIG_INVALID',
    ],
    [
      'subscribe',
      ['s1', 'file:///a'],
      'listener: must be a function, not left out',
      'CONFIG_INVALID',
    ],
    ['subscribe', ['s1', undefined, anything], 'uri: must be text, not left out', 'CONFIG_INVALID'],
    ['stop', [5], 'there is no server named 5', 'SERVER_UNKNOWN'],
    ['remove', [undefined], 'there is no server named undefined', 'SERVER_UNKNOWN'],
  ])('%s(…%j) rejects', async (method, given, message, code) => {
    const { supervisor, loose, passUntil } = looseStage();
    await passUntil(supervisor.start());
    await expect(loose[method]?.(...given)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    await expect(loose[method]?.(...given)).rejects.not.toMatchObject({
      message: expect.stringMatching(/\?\.$/) as string,
    });
  });

  it('F4 S1 a server added after stop() is refused, and not forgotten in silence', async () => {
    const { supervisor, passUntil } = stage({ s1: stdio });
    await passUntil(supervisor.stop());
    const refusal = expect.objectContaining({ code: 'SERVER_SHUT_DOWN' }) as Error;
    expect(() => supervisor.add('s2', stdio)).toThrow(refusal);
    expect(supervisor.status().servers.map(({ server }) => server)).toEqual(['s1']);
  });
});

it('H5 every event that a fleet tells can be listened to by its name', async () => {
  const { supervisor, story, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  await passUntil(supervisor.stop());
  expect(story).not.toHaveLength(0);
  expect(story.filter(({ type }) => !eventNames.includes(type))).toEqual([]);
});
