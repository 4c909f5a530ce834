import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Supervisor } from '../../src/index.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { serveView, type ServeViewOptions } from '../../src/view/index.ts';
import type { ViewFrame } from '../../src/view/wire/frame.ts';
import { stage, stdio } from '../supervisor/stage.ts';

it('H1 the first frame is whole; then only what changes is told', async () => {
  const { supervisor, peers, passUntil, pass } = stage({ s1: stdio, s2: stdio });
  await passUntil(supervisor.start());
  const clock = createStepClock();
  const { address } = await serve(supervisor, { clock });
  const page = await openStream(address, 'server=s1');
  const [first] = await page.framesUntil(({ whole }) => whole === true);
  expect(first).toMatchObject({
    title: 'holdfast',
    servers: [
      { server: 's1', state: 'ready' },
      { server: 's2', state: 'ready' },
    ],
    detail: { server: 's1', explanation: { problem: expect.stringContaining('Nothing is wrong') } },
  });
  // Every server is looked at, and none has anything new to tell.
  clock.advance(5_000);
  peers.last('s2').lose();
  await pass();
  clock.advance(1_000);
  const frames = await page.framesUntil(({ servers }) => servers?.[0]?.state === 'reconnecting');
  const told = frames.flatMap(({ servers = [] }) => servers.map(({ server }) => server));
  expect(told).toEqual(['s2']);
  expect(frames.at(-1)).not.toHaveProperty('whole');
});

it('H3 H6 no entry is dropped, however many happen between two frames, and none comes twice', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio }, { policy: { startBurst: 1_000 } });
  await passUntil(supervisor.start());
  // Its time stands still, so that all of it happens within one frame.
  const clock = createStepClock();
  const { address } = await serve(supervisor, { clock });
  const page = await openStream(address);
  for (let round = 0; round < 40; round += 1) await passUntil(supervisor.retry('s1'));
  clock.advance(1_000);
  const newest = supervisor.timeline('s1').at(-1)?.id ?? 0;
  expect(newest).toBeGreaterThan(128);
  const frames = await page.framesUntil(({ entries }) => entries?.at(-1)?.id === newest);
  const ids = frames.flatMap(({ entries = [] }) => entries.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: newest }, (_, index) => index + 1));
});

it.each([
  ['a page that turns to another server', (id: number) => lookWith(`after=${id}`)],
  ['a browser that lost the stream', (id: number) => lookWith('', { 'last-event-id': String(id) })],
])('H3 %s goes on from what it has', async (_, again) => {
  const { supervisor, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  const page = await look(supervisor);
  const [first] = await page.framesUntil(({ entries }) => entries !== undefined);
  const last = first?.entries?.at(-1)?.id ?? 0;
  await passUntil(supervisor.retry('s1'));
  const [next] = await (await again(last)(supervisor)).framesUntil(({ whole }) => whole === true);
  expect(next?.entries?.at(0)?.id).toBe(last + 1);
});

it('F4 a server that was removed is told as gone', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio, s2: stdio });
  await passUntil(supervisor.start());
  const page = await look(supervisor, 'server=s2');
  await page.framesUntil(({ whole }) => whole === true);
  await passUntil(supervisor.remove('s2'));
  const frames = await page.framesUntil(({ gone }) => gone !== undefined);
  expect(frames.at(-1)?.gone).toEqual(['s2']);
});

it('H6 nobody listens to the fleet while nobody looks', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  const counted = counting(supervisor);
  const page = await look(counted.supervisor);
  await page.framesUntil(({ whole }) => whole === true);
  expect(counted.listeners()).toBe(1);
  page.leave();
  await vi.waitFor(() => expect(counted.listeners()).toBe(0));
});

it('H6 nothing piles up for a page that has stopped reading: its stream ends', async () => {
  const { supervisor, peers, passUntil } = stage({ s1: stdio }, { policy: { startBurst: 1_000 } });
  await passUntil(supervisor.start());
  const clock = createStepClock();
  const counted = counting(supervisor);
  const { address } = await serve(counted.supervisor, { clock });
  // More than what lies between a server and a page can hold.
  peers.behaviour('s1').stderrTail = 'x'.repeat(12 * 1024 * 1024);
  const { hostname, port, pathname, host } = new URL(address);
  const page = connect(Number(port), hostname);
  onTestFinished(() => void page.destroy());
  page.pause();
  page.write(`GET ${pathname}events?server=s1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await vi.waitFor(() => expect(counted.listeners()).toBe(1));
  for (let round = 0; counted.listeners() > 0 && round < 400; round += 1) {
    await passUntil(supervisor.retry('s1'));
    clock.advance(50);
    if (round % 50 === 0) await new Promise(setImmediate);
  }
  await vi.waitFor(() => expect(counted.listeners()).toBe(0));
});

it('a crowd of pages is refused, and their ends make room', async () => {
  const { supervisor } = stage({ s1: stdio });
  const view = await serve(supervisor);
  const pages = await Promise.all(Array.from({ length: 16 }, () => openStream(view.address)));
  expect((await fetch(`${view.address}events`)).status).toBe(503);
  pages[0]?.leave();
  await vi.waitFor(async () => expect((await openStream(view.address)).status).toBe(200));
});

function counting(supervisor: Supervisor) {
  let listeners = 0;
  const counted: Supervisor = {
    ...supervisor,
    on: (event, listener) => {
      listeners += 1;
      const unsubscribe = supervisor.on(event, listener);
      return () => {
        listeners -= 1;
        unsubscribe();
      };
    },
  };
  return { supervisor: counted, listeners: () => listeners };
}

async function serve(supervisor: Supervisor, options: ServeViewOptions = {}) {
  const view = await serveView(supervisor, options);
  onTestFinished(() => view.close());
  return view;
}

async function look(supervisor: Supervisor, asked = '', headers: Record<string, string> = {}) {
  const { address } = await serve(supervisor);
  return openStream(address, asked, headers);
}

const lookWith =
  (asked: string, headers: Record<string, string> = {}) =>
  (supervisor: Supervisor) =>
    look(supervisor, asked, headers);

/** A page's stream, without the page. */
async function openStream(address: string, asked = '', headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(`${address}events?${asked}`, { headers, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<ViewFrame[]> => {
    const { value, done } = (await reader?.read()) ?? { value: '', done: true };
    if (done) throw new Error('the stream ended');
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    return events.flatMap((event) => {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      return data === undefined ? [] : [JSON.parse(data) as ViewFrame];
    });
  };
  return {
    status: response.status,
    leave: () => leaving.abort(),
    /** Reads on until a frame fits, and gives all that were read. */
    framesUntil: async (fits: (frame: ViewFrame) => boolean) => {
      const frames: ViewFrame[] = [];
      while (!frames.some(fits)) frames.push(...(await next()));
      return frames;
    },
  };
}
