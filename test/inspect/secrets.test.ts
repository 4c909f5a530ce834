import { resolve } from 'node:path';
import { assign, createActor, fromCallback, fromPromise, setup } from 'xstate';
import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor, type Supervisor } from '../../src/index.ts';
import { rpcError } from '../../src/testing/world/scripted-answers.ts';
import { startFaultServer } from '../fixtures/http/fault-server.mjs';
import { stage, stdio } from '../supervisor/stage.ts';
import { openInspector } from './open-inspector.ts';
import { listenIn, stands, type WireMessage } from './wire.ts';

/** Planted everywhere; as a pattern, so that a part of one is found too. */
const secret = (where: string) => `sk-${where}-0123456789`;
const secrets = /sk-[a-z]|0123456789/i;

it('H8 L9 real servers: neither environment, headers, arguments, results nor errors are on the wire', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const http = await startFaultServer();
  onTestFinished(() => http.close());
  const supervisor = createSupervisor({
    inspect,
    servers: {
      local: {
        command: process.execPath,
        args: [resolve('test/fixtures/stdio/echo-server.mjs'), secret('argument')],
        env: { API_KEY: secret('environment') },
      },
      remote: {
        url: `${http.url.href}?key=${secret('query')}`,
        headers: { authorization: `Bearer ${secret('header')}` },
      },
      absent: { command: `/nowhere/${secret('command')}`, cwd: '/' },
    },
  });
  onTestFinished(async () => void (await supervisor.stop()));
  await supervisor.start();
  for (const server of ['local', 'remote']) {
    const args = { text: secret('call') };
    const { content } = await supervisor.callTool(server, 'echo', args);
    expect(content).toEqual([{ type: 'text', text: secret('call') }]);
  }
  await failed(supervisor, 'local', 'fail-rpc');
  await failed(supervisor, 'local', 'no-such-tool');
  process.kill(supervisor.status('local').pid ?? 0, 'SIGKILL');
  await wire.first(stands('local', 'reconnecting'));
  await supervisor.stop();
  await Promise.all(
    ['local', 'remote', 'absent'].map((name) => wire.first(stands(name, 'shutdown'))),
  );
  found(wire.text(), ['local', 'remote', 'link.failed', 'COMMAND_NOT_FOUND']);
});

it('H8 L9 a server that repeats its secrets in each of its texts cannot get them on the wire', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const { supervisor, peers, passUntil, pass } = stage({ s1: stdio }, { inspect });
  const behaviour = peers.behaviour('s1');
  behaviour.tools = [{ name: secret('tool'), inputSchema: { type: 'object' } }];
  behaviour.answers['tools/call'] = () => {
    throw rpcError(-32_000, secret('answer'));
  };
  await passUntil(supervisor.start());
  await passUntil(failed(supervisor, 's1', secret('tool')));
  behaviour.answers['initialize'] = () => {
    throw Object.assign(rpcError(-32_000, secret('handshake')), { code: secret('code') });
  };
  peers.last('s1').lose({ message: secret('loss') });
  await pass(1_000);
  await wire.first(({ event }) => event?.type === 'link.failed');
  found(wire.text(), ['s1', 'link.lost']);
});

/** What holdfast does not know, it does not send, wherever a host's own machine keeps it. */
it('H8 L9 a system of a host is shown by names and states, and by nothing that it holds', async () => {
  const { inspect, url } = await openInspector();
  const wire = await listenIn(url);
  const actor = createActor(hostMachine(), { inspect, input: { key: secret('input') } as never });
  actor.subscribe({ error: () => undefined });
  actor.start();
  actor.send({ type: 'retry', reason: secret('reason'), policy: { key: secret('policy') } });
  actor.send({ type: 'link.failed', failure: { kind: 'auth', code: 'SK_0123456789' } });
  await wire.first(({ event }) => event?.type === 'xstate.done.actor.worker');
  await wire.first(({ event }) => event?.type === 'xstate.error.actor.failing');
  actor.send({ type: 'finish', output: secret('payload') });
  await wire.first(
    ({ snapshot, rootId, sessionId }) => snapshot?.status === 'done' && rootId === sessionId,
  );
  found(wire.text(), [
    'host',
    'worker',
    'failing',
    'listening',
    'isKnown',
    'note',
    'visible',
    'finish',
  ]);
  const [introduction] = wire.messages;
  expect(JSON.parse(introduction?.definition ?? '')).toMatchObject({
    id: 'host',
    initial: 'working',
    states: {
      working: {
        invoke: [{ id: 'worker', src: 'work' }, { src: 'fail', onError: {} }, { src: 'listen' }],
        on: { finish: { target: 'over', guard: { type: 'isKnown' }, actions: { type: 'note' } } },
        tags: ['visible'],
      },
    },
  });
  expect(wire.messages.filter(holdsData)).toEqual([]);
});

/** An event may be told with no more than its type, and a machine with an empty context. */
function holdsData({ event, snapshot }: WireMessage): boolean {
  return (
    Object.keys(event ?? {}).some((key) => key !== 'type') ||
    Object.keys(snapshot?.context ?? {}).length > 0
  );
}

async function failed(supervisor: Supervisor, server: string, tool: string): Promise<void> {
  await expect(supervisor.callTool(server, tool, { key: secret('call') })).rejects.toThrow();
}

/** One line each, or a failure would print the whole. */
function found(text: string, expected: readonly string[]): void {
  expect(text.split('\n').filter((line) => secrets.test(line))).toEqual([]);
  for (const each of expected) expect(text).toContain(each);
}

function hostMachine() {
  return setup({
    types: {} as {
      context: Record<string, unknown>;
      events: { type: string } & Record<string, unknown>;
    },
    actors: {
      work: fromPromise(async () => secret('result')),
      fail: fromPromise(async () => {
        throw Object.assign(new Error(secret('message')), { detail: secret('property') });
      }),
      listen: fromCallback(() => undefined),
    },
    actions: { note: assign({ said: secret('assigned') }) },
    guards: { isKnown: () => true },
  }).createMachine({
    id: 'host',
    description: secret('description'),
    context: {
      key: secret('context'),
      error: Object.assign(new Error(), { key: secret('error') }),
    },
    meta: { key: secret('meta') },
    output: { key: secret('output') },
    initial: 'working',
    states: {
      working: {
        tags: ['visible'],
        meta: { key: secret('meta') },
        entry: { type: 'note', params: { key: secret('params') } } as never,
        invoke: [
          { id: 'worker', src: 'work', input: { key: secret('invoke') } as never },
          { id: 'failing', src: 'fail', onError: {} },
          { id: 'listening', src: 'listen', input: { key: secret('invoke') } as never },
        ],
        on: {
          finish: {
            target: 'over',
            guard: { type: 'isKnown', params: { key: secret('params') } } as never,
            actions: { type: 'note', params: { key: secret('params') } } as never,
            meta: { key: secret('meta') },
          },
        },
      },
      over: { type: 'final', output: { key: secret('output') } },
    },
  });
}
