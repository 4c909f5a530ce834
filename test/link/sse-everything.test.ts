import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { codeOf, NAME, stable, supervise, textOf } from '../requirements/stage.ts';
import { until } from './processes.ts';

const START_BOUND_MS = 20_000;

const everything = import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js');
const loopbackOnly = new URL('../../examples/loopback-only.mjs', import.meta.url).href;

/** server-everything over legacy SSE, which can be killed and started again on its port. */
class Everything {
  readonly #port: number;
  #child: ChildProcess | undefined;
  #log = '';

  constructor(port: number) {
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/sse`;
  }

  async start(): Promise<void> {
    this.#log = '';
    const child = spawn(
      process.execPath,
      ['--import', loopbackOnly, fileURLToPath(everything), 'sse'],
      { env: { ...process.env, PORT: String(this.#port) }, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    this.#child = child;
    child.stderr.on('data', (text: Buffer) => (this.#log += text.toString()));
    await until(() => this.#log.includes('is running'), 'the server listens', START_BOUND_MS);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** How often something is in what the server wrote since its start. */
  count(text: string): number {
    return this.#log.split(text).length - 1;
  }
}

async function startEverything(): Promise<Everything> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const server = new Everything(port);
  onTestFinished(() => server.kill());
  await server.start();
  return server;
}

test('L7 a real legacy server is found by the fallback, lost under a call, and had again', async () => {
  const server = await startEverything();
  const fleet = supervise({
    servers: { [NAME]: { url: server.url } },
    policy: { baseDelayMs: 100, reconnectRetries: 100 },
  });
  const { supervisor, status, toolNames, told, reaches } = fleet;
  await supervisor.start();
  expect(status()).toMatchObject({ state: 'ready', transport: 'sse' });
  const tools = toolNames();
  expect(tools).toContain('echo');
  const echo = () => supervisor.callTool(NAME, 'echo', { message: 'hello' });
  expect(textOf(await echo())).toBe('Echo: hello');

  await stable(fleet);
  const progress: number[] = [];
  const args = { duration: 30, steps: 300 };
  const call = supervisor.callTool(NAME, 'trigger-long-running-operation', args, {
    onProgress: (step) => progress.push(step.progress),
  });
  const lost = codeOf(call);
  await until(() => progress.length > 0, 'the call runs');
  await server.kill();
  expect(await lost).toBe('OUTCOME_UNKNOWN');
  // A broken request may make the server suspect before its stream is seen to end.
  const ends = expect.stringMatching(/^(STREAM_ENDED|KEEPALIVE_FAILED)$/) as unknown;
  expect(told('server.lost')).toMatchObject([{ error: { code: ends } }]);
  expect(status()).toMatchObject({ state: 'reconnecting', transport: 'sse' });

  await server.start();
  await reaches('ready');
  expect(status()).toMatchObject({ generation: 2, transport: 'sse' });
  // A session that was only opened again, without a handshake, would list other tools.
  expect(toolNames()).toEqual(tools);
  expect(textOf(await echo())).toBe('Echo: hello');
  expect(server.count('Client Connected')).toBe(1);

  await supervisor.retry(NAME);
  expect(status().generation).toBe(3);
  await until(() => server.count('Client Disconnected') === 1, 'the old session is over');
  expect((await supervisor.stop()).left).toBe(0);
  await until(() => server.count('Client Disconnected') === 2, 'the last session is over');
}, 60_000);

test('L8 keepalive finds out that a real legacy server has stopped in its tracks', async () => {
  const server = await startEverything();
  const { supervisor, status, told, reaches } = supervise({
    servers: { [NAME]: { url: server.url, transport: 'sse' } },
    policy: { earlyPingMs: 300, pingTimeoutMs: 200, baseDelayMs: 200 },
  });
  await supervisor.start();
  server.freeze();
  await until(() => told('server.lost').length === 1, 'the silence is noticed');
  expect(told('server.lost')).toMatchObject([{ error: { code: 'KEEPALIVE_FAILED' } }]);
  server.thaw();
  await reaches('ready');
  expect(status().generation).toBe(2);
}, 60_000);
