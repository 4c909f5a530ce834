/**
 * What a call over HTTP costs, and what an idle channel holds (docs/decisions/0002).
 * `node --no-warnings bench/spike-http.mjs` prints call times (the SDK's own transport warns of its
 * listeners otherwise), with the argument `memory` what idle sessions hold, with `faults` how both take a broken stream.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { argv, execPath, memoryUsage } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { runnerImport } from 'vite';
import { startFaultServer } from '../test/fixtures/http/fault-server.mjs';
import { faults } from '../test/fixtures/http/faults.mjs';

const ROUNDS = 6;
const CALLS = 400;
const IDLE = 300;
const SERVER = fileURLToPath(new URL('../test/fixtures/http/fault-server.mjs', import.meta.url));
const CHANNEL = fileURLToPath(new URL('../src/link/http/http-channel.ts', import.meta.url));

const clock = {
  now: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
};

async function main() {
  if (argv[2] === 'hold') return hold(argv[3], new URL(argv[4]));
  if (argv[2] === 'memory') return withServer([], compareMemory);
  if (argv[2] === 'faults') return compareFaults();
  for (const answers of ['json', 'sse'])
    await withServer(['--answers', answers], (url) => compareCalls(answers, url));
}

async function compareCalls(answers, url) {
  const ways = {
    'node:http by hand': await byHand(url),
    'SDK client, SDK transport': await sdkClient(new StreamableHTTPClientTransport(url)),
    'SDK client, our channel': await sdkClient(await ourChannel(url)),
    'our channel by hand': await channelByHand(await ourChannel(url)),
  };
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  // The rounds take turns, so that a busy moment of the machine meets all alike.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, { call }] of Object.entries(ways)) {
      const taken = await measure(call);
      if (round > 0) times[name].push(...taken);
    }
  const base = percentile(times['SDK client, SDK transport'], 0.5);
  console.log(`sequential echo, answers as ${answers}, ms`);
  for (const [name, taken] of Object.entries(times)) {
    const [p50, p95] = [percentile(taken, 0.5), percentile(taken, 0.95)];
    const ratio = (p50 / base).toFixed(2);
    console.log(`  ${name.padEnd(27)} p50 ${p50.toFixed(3)}  p95 ${p95.toFixed(3)}  x${ratio}`);
  }
  for (const { close } of Object.values(ways)) await close();
}

async function measure(call) {
  const taken = [];
  for (let index = 0; index < CALLS; index += 1) {
    const started = performance.now();
    await call(`text ${index}`);
    taken.push(performance.now() - started);
  }
  return taken;
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? NaN;
}

let loaded;

async function ourChannel(url) {
  loaded ??= runnerImport(CHANNEL, { logLevel: 'silent' });
  const { module } = await loaded;
  return module.createHttpChannel({ url, policy: { terminateMs: 2_000 }, clock });
}

async function sdkClient(transport) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    call: (text) => client.callTool({ name: 'echo', arguments: { text } }),
    close: () => client.close(),
  };
}

async function channelByHand(channel) {
  let id = 0;
  let answer;
  channel.onmessage = (message) => {
    answer = message;
  };
  const ask = async (method, params) => {
    answer = undefined;
    await channel.send({ jsonrpc: '2.0', id: (id += 1), method, params });
    if (answer?.id !== id) throw new Error('This is not the answer.');
    return answer.result;
  };
  await channel.start();
  const { protocolVersion } = await ask('initialize', greeting);
  channel.setProtocolVersion(protocolVersion);
  await channel.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return {
    call: (text) => ask('tools/call', { name: 'echo', arguments: { text } }),
    close: () => channel.end(),
  };
}

async function byHand(url) {
  const agent = new Agent({ keepAlive: true });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  let id = 0;
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params });
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        headers['mcp-session-id'] ??= response.headers['mcp-session-id'];
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => (text += piece));
        response.on('end', () => resolve(JSON.parse(text.slice(text.indexOf('{')))));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  await ask('initialize', greeting);
  return {
    call: (text) => ask('tools/call', { name: 'echo', arguments: { text } }),
    close: async () => agent.destroy(),
  };
}

const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** The three faults that the SDK's own transport takes badly. */
async function compareFaults() {
  const transports = {
    SDK: async (url) => new StreamableHTTPClientTransport(url),
    ours: ourChannel,
  };
  for (const [name, transport] of Object.entries(transports)) {
    console.log(name);
    for (const [what, run] of Object.entries({ cutStream, retryZero, retryHalfSecond })) {
      const server = await startFaultServer();
      const client = new Client({ name: 'bench', version: '1' });
      client.onerror = () => {};
      const opened = await transport(server.url);
      await client.connect(opened);
      console.log(`  ${what}: ${await run(server, client)}`);
      await client.close();
      await server.close();
    }
  }
}

async function cutStream(server, client) {
  server.fail('tools/call', faults.cut(), 1);
  const started = performance.now();
  const call = client.callTool({ name: 'echo', arguments: {} }, undefined, { timeout: 3_000 });
  const ending = await call.then(
    () => 'answered',
    (error) => error.message,
  );
  return `the call ends after ${Math.round(performance.now() - started)} ms (${ending})`;
}

async function retryZero(server) {
  server.fail('GET', faults.cut({ retryMs: 0 }));
  server.dropListenStreams();
  const before = server.counts.gets;
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return `${server.counts.gets - before} GETs in 5 s`;
}

async function retryHalfSecond(server, client) {
  server.fail('tools/call', faults.cut({ eventIds: true, retryMs: 500 }), 1);
  await client.callTool({ name: 'echo', arguments: {} });
  const at = (method) => server.requests.findLast((request) => request.method === method);
  const [post, get] = [at('POST'), at('GET')];
  const cursor = get.headers['last-event-id'];
  return `resumed after ${Math.round(get.at - post.at)} ms with Last-Event-ID ${cursor}`;
}

/** Each way holds its channels in a process of its own, or one would pay for the other. */
async function compareMemory(url) {
  console.log(`${IDLE} idle sessions with a listen stream, kB each`);
  for (const way of ['sdk', 'ours', 'channel']) {
    const child = fork(fileURLToPath(import.meta.url), ['hold', way, url.href], {
      execArgv: ['--expose-gc'],
    });
    const [{ heap, rss }] = await once(child, 'message');
    console.log(`  ${way.padEnd(8)} heap ${heap.toFixed(1)}  rss ${rss.toFixed(1)}`);
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function hold(way, url) {
  const open = {
    sdk: () => sdkClient(new StreamableHTTPClientTransport(url)),
    ours: async () => sdkClient(await ourChannel(url)),
    channel: async () => channelByHand(await ourChannel(url)),
  }[way];
  const held = [await open()];
  const before = await settledMemory();
  for (let index = 0; index < IDLE; index += 1) held.push(await open());
  // Idle sockets go after a few seconds; what is left is what idling costs.
  const after = await settledMemory(6_000);
  const each = (key) => (after[key] - before[key]) / IDLE / 1024;
  process.send({ heap: each('heapUsed'), rss: each('rss') });
  for (const { close } of held) await close();
  process.disconnect();
}

async function settledMemory(waitMs = 500) {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  for (let times = 0; times < 4; times += 1) globalThis.gc();
  return memoryUsage();
}

async function withServer(options, use) {
  const child = spawn(execPath, [SERVER, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    await use(new URL(JSON.parse(line).url));
  } finally {
    child.kill();
  }
}

await main();
