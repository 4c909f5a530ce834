import { expect, test } from 'vitest';
import type { CallKind } from '../../src/call/kinds/call-kind.ts';
import { completionCall } from '../../src/call/kinds/completion-call.ts';
import { promptCall } from '../../src/call/kinds/prompt-call.ts';
import { readCall, subscriptionCalls } from '../../src/call/kinds/resource-calls.ts';
import { toolCall } from '../../src/call/kinds/tool-call.ts';
import { ok, openWorld, settle } from './world.ts';

/** What comes of asking for `a` in a world whose server answers with `result`. */
async function asked(kind: CallKind, result: object, given: Record<string, unknown> = {}) {
  const on = openWorld();
  const prompt = { arguments: [{ name: 'who', required: true }, { name: 'how' }] };
  on.prompts.set('a', prompt);
  on.session.reply = () => ({ kind: 'result', result: { ...result } });
  const outcome = on.calls.ask(kind, 'a', given).then(
    (answered) => ({ ...answered }),
    (error: Error) => error.message,
  );
  await settle(on);
  const [sent] = on.session.asked;
  return { outcome: await outcome, method: sent?.method, params: sent?.params };
}

const record = { attempts: 1, generation: 1 };

test.each<[CallKind, object, object, object]>([
  [
    promptCall,
    { messages: [{ content: { type: 'text' } }] },
    { who: 'you' },
    { name: 'a', arguments: { who: 'you' } },
  ],
  [readCall, { contents: [] }, {}, { uri: 'a' }],
  [completionCall, { completion: { values: [] } }, { ref: 1 }, { ref: 1 }],
  [subscriptionCalls['resources/subscribe'], {}, {}, { uri: 'a' }],
  [subscriptionCalls['resources/unsubscribe'], {}, {}, { uri: 'a' }],
])('T6 $method is asked for, and its answer passed on', async (kind, result, given, params) => {
  const seen = await asked(kind, result, { ...given });
  expect(seen).toEqual({ outcome: { ...result, ...record }, method: kind.method, params });
});

const { 'resources/subscribe': subscribe, 'resources/unsubscribe': unsubscribe } =
  subscriptionCalls;
const resource = { noun: 'resource', isRead: true, list: undefined };
test.each<[CallKind, object]>([
  [toolCall, { method: 'tools/call', noun: 'tool', isRead: false, list: 'tools' }],
  [promptCall, { method: 'prompts/get', noun: 'prompt', isRead: true, list: 'prompts' }],
  [readCall, { method: 'resources/read', ...resource }],
  [subscribe, { method: 'resources/subscribe', ...resource }],
  [unsubscribe, { method: 'resources/unsubscribe', ...resource }],
  [completionCall, { ...resource, method: 'completion/complete', noun: 'completion' }],
])('T6 E1 K2 a call by $method is known as such', (kind, facts) => {
  expect(kind).toMatchObject(facts);
});

test('T6 K7 completions and prompts are asked for once more when the answer was lost', async () => {
  const on = openWorld();
  on.prompts.set('a', {});
  await on.clock.advanceSettled(30_000);
  const asked = [completionCall, promptCall].map((kind) => on.calls.ask(kind, 'a', {}));
  on.lose();
  await settle(on);
  const result = { completion: { values: [] }, messages: [] };
  on.open(() => ({ kind: 'result', result }));
  await settle(on);
  const again = { attempts: 2, generation: 2 };
  expect(await Promise.all(asked)).toMatchObject([again, again]);
});

test.each<[CallKind, object, string]>([
  [promptCall, {}, 'its messages are not a list'],
  [
    promptCall,
    { messages: [{ content: { type: 'text' } }, {}] },
    'one of its messages has no content',
  ],
  [readCall, { contents: {} }, 'its contents are not a list'],
  [completionCall, {}, 'its values are not a list'],
  [completionCall, { completion: null }, 'its values are not a list'],
  [completionCall, { completion: 'values' }, 'its values are not a list'],
  [completionCall, { completion: {} }, 'its values are not a list'],
  [completionCall, { completion: { values: {} } }, 'its values are not a list'],
])('T6 E5 $method is told what a useless answer lacks: %o', async (kind, result, fault) => {
  const given = kind === promptCall ? { who: 'you' } : {};
  const { outcome } = await asked(kind, result, given);
  expect(outcome).toBe(`The result of a on files cannot be used: ${fault}.`);
});

test.each([
  [{}, 'arguments.who is missing'],
  [{ who: 5 }, 'arguments.who must be a string, not number'],
  [{ who: 'you', how: false }, 'arguments.how must be a string, not boolean'],
])('K2 T6 a prompt is not asked for with %o', async (given, fault) => {
  const { outcome, method } = await asked(promptCall, {}, given);
  expect(outcome).toBe(`The arguments of a on files do not fit: ${fault}.`);
  expect(method).toBeUndefined();
});

test('H6 L9 what has not settled is told without its arguments, running calls first', async () => {
  const on = openWorld({ policy: { maxConcurrentCalls: 1, queueLimit: 200 } });
  await on.clock.advanceSettled(50);
  for (let call = 0; call < 110; call += 1) on.call();
  const ongoing = on.calls.ongoing();
  const told = { noun: 'tool', subject: 'read', submittedAt: 50 };
  expect(ongoing).toHaveLength(100);
  expect(ongoing.slice(0, 2)).toEqual([
    { ...told, phase: 'running', attempts: 1 },
    { ...told, phase: 'waiting', attempts: 0 },
  ]);
  on.session.asked[0]?.answer(ok);
  await settle(on);
});
