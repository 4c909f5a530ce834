import { expect, it } from 'vitest';
import { fault, rpcError, silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, http, stage, stdio } from '../supervisor/stage.ts';

/** A ready server that has been asked once, early, and was idle since. */
async function idle(policy = {}, options: Parameters<typeof stage>[1] = {}, entry = stdio) {
  const staged = stage({ s1: { ...entry, policy } }, options);
  await staged.passUntil(staged.supervisor.start());
  const channel = staged.peers.last('s1');
  const { answers } = staged.peers.behaviour('s1');
  const lost = () => staged.types('s1').includes('server.lost');
  return { ...staged, channel, answers, pings: () => channel.count('ping'), lost };
}

it('L8 R15 an idle session is asked each minute', async () => {
  const { pass, pings, lost } = await idle({ earlyPingMs: 900_000 });
  await pass(59_999);
  expect(pings()).toBe(0);
  await pass(1);
  expect(pings()).toBe(1);
  await pass(180_000);
  expect(pings()).toBe(4);
  expect(lost()).toBe(false);
});

it('C6a L8 a session without a call is asked once in its first second, and so proven', async () => {
  const { pass, pings, types } = await idle();
  await pass(1_000);
  expect(pings()).toBe(1);
  expect(types('s1')).toContain('server.proven');
});

it('C6a a session that answered a call needs no early ping; a mere notification is no answer', async () => {
  const { supervisor, pass, pings } = await idle();
  await codeOf(supervisor.callTool('s1', 'echo'));
  await pass(1_000);
  expect(pings()).toBe(0);
  const other = await idle();
  other.channel.notify('notifications/message');
  await other.pass(1_000);
  expect(other.pings()).toBe(1);
});

it('L2 L8 over stdio a check that cannot be written decides nothing: the death is told, last words first', async () => {
  const brokenPipe = () => {
    throw fault({ kind: 'notSent', code: 'EPIPE' });
  };
  const { pass, answers, pings, lost, channel, types } = await idle({ earlyPingMs: 900_000 });
  answers['ping'] = brokenPipe;
  await pass(60_000);
  expect(pings()).toBe(1);
  expect(lost()).toBe(false);
  channel.lose({ code: 'PROCESS_EXITED' });
  await pass(0);
  expect(types('s1')).toContain('server.lost');

  const remote = await idle({ earlyPingMs: 900_000 }, {}, http);
  remote.answers['ping'] = brokenPipe;
  await remote.pass(60_000);
  expect(remote.lost()).toBe(true);
});

it('L8 nothing is asked where something was received meanwhile', async () => {
  const { pass, pings, channel } = await idle({ earlyPingMs: 900_000 });
  await pass(30_000);
  channel.notify('notifications/message');
  await pass(30_000);
  expect(pings()).toBe(0);
  await pass(60_000);
  expect(pings()).toBe(1);
});

it('L8 K9 a running call excuses silence only until its own timeout, which is followed by a check', async () => {
  const { supervisor, pass, pings, answers } = await idle({ earlyPingMs: 900_000 });
  answers['tools/call'] = () => silence;
  const call = codeOf(supervisor.callTool('s1', 'echo', {}, { timeoutMs: 130_000 }));
  await pass(129_999);
  expect(pings()).toBe(0);
  await pass(1);
  expect(await call).toBe('CALL_TIMEOUT');
  expect(pings()).toBe(1);
});

it('L8 T4 a list that is read again and has no answer excuses no silence', async () => {
  const { pass, pings, channel, answers, lost } = await idle({
    earlyPingMs: 900_000,
    connectTimeoutMs: 900_000,
  });
  answers['tools/list'] = () => silence;
  channel.notify('notifications/tools/list_changed');
  await pass(60_000);
  expect(channel.count('tools/list')).toBe(2);
  expect(pings()).toBe(0);
  await pass(60_000);
  expect(pings()).toBe(1);
  expect(lost()).toBe(false);
});

it('L8 R15 a server without ping is alive, and from then on asked for its list', async () => {
  const { pass, pings, channel, lost, answers } = await idle();
  answers['ping'] = () => {
    throw rpcError(-32_601, 'no such method');
  };
  await pass(241_000);
  expect(lost()).toBe(false);
  expect(pings()).toBe(1);
  expect(channel.count('tools/list')).toBe(1 + 4);
});

it('L8 silence once may mean no ping: the second try, at once, is a listing', async () => {
  const { pass, pings, channel, lost, answers } = await idle();
  answers['ping'] = () => silence;
  await pass(1_000 + 30_000);
  expect(pings()).toBe(1);
  expect(channel.count('tools/list')).toBe(2);
  await pass(120_000);
  expect(lost()).toBe(false);
  expect(pings()).toBe(1);
});

it('L8 two misses in a row are a loss', async () => {
  const { pass, lost, answers, story } = await idle();
  answers['ping'] = () => silence;
  answers['tools/list'] = () => silence;
  await pass(1_000 + 59_999);
  expect(lost()).toBe(false);
  await pass(1);
  expect(story.find(({ type }) => type === 'server.lost')).toMatchObject({
    error: { code: 'KEEPALIVE_FAILED' },
  });
});

it('L8 an answer that is not JSON-RPC is a miss, and a good one after it is none', async () => {
  const { pass, pings, lost, answers, channel } = await idle({}, {}, http);
  const garbage = fault({ kind: 'status', status: 502, sessionGone: false });
  let misses = 0;
  answers['ping'] = () => {
    misses += 1;
    if (misses === 1) throw garbage;
    return {};
  };
  await pass(1_000);
  expect(pings()).toBe(2);
  expect(lost()).toBe(false);
  answers['ping'] = () => {
    throw garbage;
  };
  await pass(59_000);
  expect(lost()).toBe(true);
  expect(channel.count('ping')).toBe(4);
});

it('L8 chance makes the period up to 10 % shorter, and never under 5 s', async () => {
  const random = () => 0.999;
  const long = await idle({ earlyPingMs: 900_000 }, { random });
  await long.pass(54_000);
  expect(long.pings()).toBe(0);
  await long.pass(100);
  expect(long.pings()).toBe(1);
  const short = await idle({ earlyPingMs: 900_000, keepaliveMs: 5_000 }, { random });
  await short.pass(4_999);
  expect(short.pings()).toBe(0);
  await short.pass(1);
  expect(short.pings()).toBe(1);
});

it('L8 `false` asks never, but for the early one', async () => {
  const { pass, pings } = await idle({ keepaliveMs: false });
  await pass(3_600_000);
  expect(pings()).toBe(1);
});

it('L6 a suspected session is asked at once, also while a patient check is under way', async () => {
  const { pass, pings, lost, answers, channel } = await idle({}, {}, http);
  answers['ping'] = () => silence;
  await pass(1_000);
  expect(pings()).toBe(1);
  channel.observer.onsuspect();
  await pass();
  expect(pings()).toBe(2);
  await pass(4_999);
  expect(lost()).toBe(false);
  await pass(1);
  expect(lost()).toBe(true);
});

it('L8 an idle server costs two timers at first and one in the end', async () => {
  const { pass, clock } = await idle();
  await pass(1_000);
  expect(clock.pending).toBe(2);
  await pass(30_000);
  expect(clock.pending).toBe(1);
});
