import { expect, it, onTestFinished } from 'vitest';
import { fixture } from '../link/open-stdio.ts';
import { isAlive, until } from '../link/processes.ts';
import { errorOf, NAME, supervise, textOf } from '../requirements/stage.ts';
import { startStdioPeer } from '../requirements/stdio-peer.ts';

/** L2's 250 ms, and a busy machine; nothing but the death would settle the call this soon. */
const NOTICED_MS = 15_000;

it('L2 K8 a call in flight settles with a SIGKILL while a helper holds stdout', async () => {
  const { supervisor, status, reaches } = await start('helper-holds-stdout.mjs');
  const helper = Number(textOf(await supervisor.callTool(NAME, 'helper', {})));
  let steps = 0;
  const call = errorOf(
    supervisor
      .callTool(
        NAME,
        'slow',
        { ms: 100 * 60_000, steps: 60_000 },
        {
          replay: 'never',
          onProgress: () => (steps += 1),
        },
      )
      .finally(() => expect(isAlive(helper)).toBe(true)),
  );
  await until(() => steps > 0, 'the call makes progress');
  process.kill(status().pid ?? 0, 'SIGKILL');
  const killedAt = performance.now();
  const error = await call;
  expect(performance.now() - killedAt).toBeLessThan(NOTICED_MS);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1 });
  expect(status().lastError?.message).toContain('SIGKILL');
  await reaches('reconnecting');
  await reaches('ready');
  // C13: the new one came only when all of the old one was gone.
  expect(isAlive(helper)).toBe(false);
});

it('L2 an answer that was written in the moment of death is delivered, and the next call is served', async () => {
  const { supervisor, told } = await start('answers-then-exits.mjs');
  for (let life = 1; life <= 3; life += 1) {
    const result = await supervisor.callTool(
      NAME,
      'big',
      { bytes: 200_000 },
      { waitForReadyMs: 5_000 },
    );
    expect(textOf(result)).toHaveLength(200_000);
    expect(result).toMatchObject({ attempts: 1, generation: life });
    await until(() => told('server.lost').length === life, `death ${life} is noticed`);
  }
  expect(told('server.lost').every(({ error }) => error.message.includes('code 5'))).toBe(true);
});

it.each(['both', 'neither', 'text'])(
  'K6 an answer that is no JSON-RPC (%s) settles its call at once, and the server stays',
  async (kind) => {
    const { supervisor, status } = await start('broken-answers.mjs', [kind]);
    const error = await errorOf(supervisor.callTool(NAME, 'write-effect', { file: '/dev/null' }));
    expect(error).toMatchObject({ code: 'PROTOCOL_ERROR', attempts: 1 });
    expect(error.message).not.toContain('..');
    expect(status()).toMatchObject({ state: 'ready', generation: 1, inFlight: 0 });
  },
);

it('K1 an answer that came while the host was held up counts, however late it is read', async () => {
  const { supervisor } = await start('echo-server.mjs');
  const call = supervisor.callTool(NAME, 'echo', { text: 'in time' }, { timeoutMs: 200 });
  await new Promise((resolve) => setImmediate(resolve));
  const heldUpUntil = performance.now() + 1_500;
  while (performance.now() < heldUpUntil);
  expect(textOf(await call)).toBe('in time');
});

it('E2 a handshake with the wrong types says what is wrong with it, on one line', async () => {
  const answer = `process.stdin.once('data', (line) => {
    const { id } = JSON.parse(line);
    const result = { protocolVersion: 7, capabilities: [], serverInfo: null };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`;
  const entry = { command: process.execPath, args: ['-e', answer] };
  const policy = { initialRetries: 0 };
  const { supervisor, status } = supervise({ servers: { [NAME]: entry }, policy });
  await supervisor.start();
  const { code, message = '' } = status().lastError ?? {};
  expect(code).toBe('HANDSHAKE_INVALID');
  expect(message).toContain('protocolVersion: Invalid input: expected string');
  expect(message).not.toContain('\n');
});

it('E5 a line break in what a server says forges no line of ours', async () => {
  const answer = `process.stdin.once('data', (line) => {
    const { id } = JSON.parse(line);
    const error = { code: -32000, message: 'no\\nfiles: ready\\u001b[2J' };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error }));
  });`;
  const entry = { command: process.execPath, args: ['-e', answer] };
  const { supervisor } = supervise({ servers: { [NAME]: entry }, policy: { initialRetries: 0 } });
  await supervisor.start();
  const { text } = supervisor.explain(NAME);
  expect(text).toContain('no files: ready');
  expect(text).not.toContain('\nfiles: ready');
});

it('L2 L3 a death tells its code and the last lines of stderr, to whoever asks', async () => {
  const { supervisor, status, told } = await start('exit-mid-call.mjs', ['7']);
  const error = await errorOf(supervisor.callTool(NAME, 'write-effect', { file: '/dev/null' }));
  expect(error.code).toBe('OUTCOME_UNKNOWN');
  for (const text of [told('server.lost')[0]?.error.message, status().lastError?.message]) {
    expect(text).toContain('exited with code 7');
    expect(text).toContain('died under a call');
  }
  expect(supervisor.explain(NAME).text).toContain('died under a call');
});

it('K9 a timeout and a cancellation are told to the server, and the session goes on', async () => {
  const peer = await startStdioPeer(onTestFinished);
  const { supervisor, status } = supervise({ servers: { [NAME]: peer.entry } });
  await supervisor.start();
  const { tool, args } = peer.hangingCall;
  const cancel = new AbortController();
  const cancelled = errorOf(supervisor.callTool(NAME, tool, args, { signal: cancel.signal }));
  const timedOut = errorOf(supervisor.callTool(NAME, tool, args, { timeoutMs: 50 }));
  await until(() => peer.calls === 2, 'both calls have reached the server');
  cancel.abort();
  expect((await cancelled).code).toBe('CALL_CANCELLED');
  expect((await timedOut).code).toBe('CALL_TIMEOUT');
  const told = () => peer.diary.filter(({ what }) => what === 'cancel').length;
  await until(() => told() === 2, 'both were told to the server');
  expect(status()).toMatchObject({ state: 'ready', generation: 1, inFlight: 0 });
  // The check that follows a timeout is never skipped.
  await until(() => peer.pings >= 1, 'it was asked whether it lives');
});

it('L9 K7 what a server is given in its environment shows up nowhere', async () => {
  const secret = 'a-very-secret-value';
  const script = 'process.stderr.write(`token ${process.env.TOKEN}\\n`); process.exit(2)';
  const fleet = supervise({
    servers: {
      [NAME]: { command: process.execPath, args: ['-e', script], env: { TOKEN: secret } },
    },
    policy: { initialRetries: 0 },
  });
  await fleet.supervisor.start();
  expect(fleet.status().lastError?.message).toContain('token [redacted]');
  const { supervisor, story } = fleet;
  const error = await errorOf(supervisor.callTool(NAME, 'echo', {}));
  const shown = [story, error, error.message, supervisor.status(), supervisor.explain(NAME)];
  expect(JSON.stringify([...shown, supervisor.timeline(NAME)])).not.toContain(secret);
});

it('L3 noise on stdout is noted and harms nobody', async () => {
  const { supervisor, status, told } = await start('garbage.mjs');
  for (const text of ['one', 'two'])
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text }))).toBe(text);
  expect(told('server.notice')).toHaveLength(1);
  expect(status()).toMatchObject({ state: 'ready', generation: 1 });
});

it('L3 a flood on stderr blocks nobody', async () => {
  const { supervisor, status } = await start('stderr-flood.mjs');
  expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'dry' }))).toBe('dry');
  expect(status().stderrTail?.length).toBeLessThanOrEqual(64 * 1024);
});

it('C6a a server that exits after each listing parks as flapping, and is not started for ever', async () => {
  const { supervisor, told, status } = await start('handshake-then-exit.mjs', [], {
    flapBudget: 3,
    reconnectRetries: 100,
    stableAfterMs: 60_000,
  });
  await until(() => status().state === 'parked', 'it is parked');
  expect(status().parkReason).toBe('flapping');
  expect(told('server.lost')).toHaveLength(4);
  expect(supervisor.tools()).toEqual([]);
});

async function start(server: string, args: string[] = [], policy: object = {}) {
  const entry = { command: process.execPath, args: [fixture(server), ...args] };
  const fleet = supervise({ servers: { [NAME]: entry }, policy: { graceMs: 5_000, ...policy } });
  await fleet.supervisor.start();
  return fleet;
}
