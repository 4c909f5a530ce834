import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { MessageWriter } from '../../src/link/stdio/pipes/message-writer.ts';
import { open, prepare } from './open-stdio.ts';

const message = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
const large = { ...message, params: { text: 'x'.repeat(4 * 1024 * 1024) } };

it('K6 what is sent after the death was certainly not sent', async () => {
  const { channel, lost } = prepare('exit-at-once.mjs');
  await channel.start();
  await lost;
  await expect(channel.send(message)).rejects.toMatchObject({
    name: 'ExchangeError',
    fault: { kind: 'notSent', code: 'PROCESS_EXITED' },
  });
});

it('K6 nothing can be sent before the start or after the end', async () => {
  const { channel } = prepare('echo-server.mjs');
  await expect(channel.send(message)).rejects.toMatchObject({ fault: { kind: 'notSent' } });
  await channel.start();
  await channel.end();
  await expect(channel.send(message)).rejects.toMatchObject({
    fault: { kind: 'notSent', code: 'CLOSED' },
  });
});

it('K6 a pipe that the server closed refuses the first message after it, and the loss is told', async () => {
  const { channel, ask, lost } = await open('closes-stdout.mjs', ['stdin']);
  void ask('tools/call');
  const error = await firstRefusal(() => channel.send(message));
  expect(error).toMatchObject({ fault: { kind: 'notSent', code: 'EPIPE' } });
  expect(await lost).toMatchObject({ code: 'STDIN_CLOSED' });
});

it('K6 when a full pipe breaks, the message in it is cut and those behind it were not sent', async () => {
  // A stopped process reads nothing, so the pipe fills up.
  const { channel } = await open('echo-server.mjs');
  const pid = channel.facts().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const sends = [channel.send(large), channel.send(message), channel.send(message)];
  const outcomes = Promise.allSettled(sends);
  process.kill(pid, 'SIGKILL');
  expect((await outcomes).map(faultOf)).toEqual(['cut', 'notSent', 'notSent']);
});

it('K9 a request that is given up before any of it went out never reaches the server', async () => {
  const { channel, messages } = await open('echo-server.mjs');
  const pid = channel.facts().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const ask = (id: number) => channel.send({ jsonrpc: '2.0', id, method: 'ping' });
  const sends = [channel.send(large), ask(101), ask(102), ask(103)];
  const outcomes = Promise.allSettled(sends);
  channel.abandon(102);
  process.kill(pid, 'SIGCONT');
  expect((await outcomes).map(faultOf)).toEqual(['sent', 'sent', 'notSent', 'sent']);
  const answered = () => messages.flatMap((answer) => ('id' in answer ? [answer.id] : []));
  await expect.poll(() => answered().includes(103), { timeout: 10_000, interval: 10 }).toBe(true);
  expect(answered()).not.toContain(102);
});

it('L3 messages that wait for a full pipe arrive in their order', async () => {
  const { channel, messages } = await open('echo-server.mjs');
  const ids = Array.from({ length: 50 }, (_, index) => index + 100);
  await Promise.all(
    ids.map((id) =>
      channel.send({ jsonrpc: '2.0', id, method: 'ping', params: { text: 'x'.repeat(100_000) } }),
    ),
  );
  const answered = () => messages.flatMap((answer) => ('id' in answer ? [answer.id] : []));
  await expect.poll(() => answered().length, { timeout: 10_000, interval: 10 }).toBe(51);
  expect(answered().slice(1)).toEqual(ids);
});

it('L3 a burst on a full pipe adds one listener, not one per message', async () => {
  const pipe = new Writable({ highWaterMark: 1, write: () => {} });
  const writer = new MessageWriter(pipe);
  const sends = Array.from({ length: 20 }, () => writer.send(message));
  expect(pipe.listenerCount('drain')).toBe(1);
  writer.fail('PROCESS_EXITED');
  expect((await Promise.allSettled(sends)).map(faultOf)).toEqual([
    'cut',
    ...Array.from({ length: 19 }, () => 'notSent'),
  ]);
});

it('L3 a pipe with room takes each message at once, in one write', async () => {
  const pipe = new PassThrough();
  const writer = new MessageWriter(pipe);
  await writer.send(message);
  expect(String(pipe.read())).toBe(`${JSON.stringify(message)}\n`);
});

async function firstRefusal(send: () => Promise<void>): Promise<unknown> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const refused = await send().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused) return refused;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return undefined;
}

function faultOf(outcome: PromiseSettledResult<void>): unknown {
  return outcome.status === 'rejected'
    ? (outcome.reason as { fault: { kind: string } }).fault.kind
    : 'sent';
}
