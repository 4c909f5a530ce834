import { describe, expect, test } from 'vitest';
import { promptCall } from '../../src/call/kinds/prompt-call.ts';
import { readCall } from '../../src/call/kinds/resource-calls.ts';
import type { Answer } from '../../src/link/session.ts';
import { openWorld, settle, world, type World } from './world.ts';

const contents: Answer = { kind: 'result', result: { contents: [{ uri: 'a:b', text: 'x' }] } };
const messages: Answer = { kind: 'result', result: { messages: [] } };

/** `ok`, or the code of the error. */
function read(on: World, options = {}) {
  return outcomeOf(on.calls.ask(readCall, 'a:b', undefined, options));
}

function prompt(on: World, name: string, given = {}) {
  return outcomeOf(on.calls.ask(promptCall, name, given));
}

function outcomeOf(promise: Promise<object>) {
  const seen: { outcome: string; value: Record<string, unknown> } = { outcome: '', value: {} };
  promise.then(
    (value) => Object.assign(seen, { outcome: 'ok', value }),
    (error: { code: string }) => Object.assign(seen, { outcome: error.code, value: error }),
  );
  return seen;
}

describe('a resource that is read', () => {
  test('T6 K7 is asked for once more by itself when the answer was lost', async () => {
    const on = openWorld();
    await on.clock.advanceSettled(30_000);
    const [lost, never] = [read(on), read(on, { replay: 'never' })];
    on.lose();
    await settle(on);
    expect(never).toMatchObject({
      outcome: 'OUTCOME_UNKNOWN',
      value: { advice: 'Nothing was changed by it: ask again if it is still wanted.' },
    });
    // Resources are in no list that it would have to be looked up in.
    on.listIsFresh = false;
    on.open(() => contents);
    await settle(on);
    expect(lost).toMatchObject({ outcome: 'ok', value: { attempts: 2, generation: 2 } });
    expect(lost.value).not.toHaveProperty('content');
  });

  test('T6 K4 waits for a session as a call does, whatever the tools are', async () => {
    const on = world();
    const waiting = read(on);
    on.listIsFresh = false;
    on.open(() => contents);
    await settle(on);
    expect(waiting.outcome).toBe('ok');
    expect(on.session.asked).toMatchObject([{ method: 'resources/read', params: { uri: 'a:b' } }]);
  });

  test('T6 C6a K10 is proof that the session lives', async () => {
    const on = openWorld();
    on.session.reply = () => contents;
    read(on);
    await settle(on);
    expect(on.session.proofs).toBe(1);
  });

  test('T6 an answer without contents is the fault of the server', async () => {
    const on = openWorld();
    on.session.reply = () => messages;
    const odd = read(on);
    await settle(on);
    expect(odd).toMatchObject({ outcome: 'SERVER_ERROR', value: { attempts: 1 } });
  });
});

describe('a prompt', () => {
  test('T6 K2 is looked up and its arguments are checked before it is asked for', async () => {
    const on = openWorld();
    on.session.reply = () => messages;
    on.prompts.set('greet', { arguments: [{ name: 'who', required: true }, { name: 'how' }] });
    const asked = [
      prompt(on, 'leave'),
      prompt(on, 'greet'),
      prompt(on, 'greet', { who: 7 }),
      prompt(on, 'greet', { who: 'you' }),
    ];
    await settle(on);
    expect(asked.map(({ outcome }) => outcome)).toEqual([
      'PROMPT_UNKNOWN',
      'INVALID_ARGUMENTS',
      'INVALID_ARGUMENTS',
      'ok',
    ]);
    expect(asked[0]?.value).toMatchObject({ message: expect.stringContaining('greet') as string });
    expect(on.session.asked).toMatchObject([
      { method: 'prompts/get', params: { name: 'greet', arguments: { who: 'you' } } },
    ]);
  });

  test('K2 T6 that a late refresh does not bring is unknown, among the prompts that are there', async () => {
    const on = openWorld({ tools: [{ name: 'late', inputSchema: { type: 'object' } }] });
    on.prompts.set('greet', {});
    on.listIsFresh = false;
    const late = prompt(on, 'late');
    await on.clock.advanceSettled(5_000);
    expect(late.outcome).toBe('PROMPT_UNKNOWN');
    expect(late.value).toMatchObject({ message: expect.stringContaining('greet') as string });
  });

  test('T6 T4 that a refresh may bring is waited for', async () => {
    const on = openWorld();
    on.session.reply = () => messages;
    on.listIsFresh = false;
    const coming = prompt(on, 'new');
    await settle(on);
    expect(coming.outcome).toBe('');
    on.prompts.set('new', {});
    on.listIsFresh = true;
    on.endRefresh();
    await settle(on);
    expect(coming.outcome).toBe('ok');
  });

  test.each([[null], [{ role: 'user' }], [{ role: 'user', content: 'a text' }]])(
    'T6 E5 that answers with the message %j is the fault of the server',
    async (message) => {
      const on = openWorld();
      on.session.reply = () => ({ kind: 'result', result: { messages: [message] } });
      on.prompts.set('greet', {});
      const odd = prompt(on, 'greet');
      await settle(on);
      expect(odd).toMatchObject({ outcome: 'SERVER_ERROR', value: { attempts: 1 } });
    },
  );
});

describe('a tool that runs only as a task', () => {
  test('T2 E1 is not called: the error says so', async () => {
    const tools = [
      { name: 'read', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
    ];
    const on = openWorld({ tools });
    const call = on.call();
    await settle(on);
    expect(call).toMatchObject({ outcome: 'TOOL_UNSUPPORTED', error: { retryable: false } });
    expect(on.session.asked).toEqual([]);
  });
});
