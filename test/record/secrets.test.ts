import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { HoldfastError } from '../../src/index.ts';
import { createRecordedSupervisor } from '../../src/record/recorder.ts';
import { rpcError, tool } from '../../src/testing/world/scripted-answers.ts';
import { check, linesOf, recordedStage, temporaryFolder } from './recorded.ts';

/** Upper-case ones look like codes, long ones like names. */
const secrets = {
  environment: 'sk-environment-0123456789',
  commandLine: 'command-line-0123456789',
  header: 'header-token-0123456789',
  query: 'query-key-0123456789',
  argument: 'argument-0123456789',
  result: 'result-0123456789',
  errorText: 'error-text-0123456789',
  stderr: 'stderr-0123456789',
  notice: 'notice-0123456789',
  uri: 'uri-0123456789',
  policy: 'policy-0123456789',
};

it('L9 H7 no planted secret is in a recording, wherever a server or a host put it', async () => {
  const staged = await recordedStage({
    s1: { command: 'server', args: [secrets.commandLine], env: { KEY: secrets.environment } },
    s2: {
      url: `http://127.0.0.1:1/mcp?key=${secrets.query}`,
      headers: { Authorization: `Bearer ${secrets.header}` },
    },
  });
  const { supervisor, peers, pass, passUntil, end } = staged;
  const all = Object.values(secrets).join(' ');
  for (const name of ['s1', 's2']) {
    const behaviour = peers.behaviour(name);
    const { start } = behaviour;
    behaviour.start = () => {
      behaviour.start = start;
      return Promise.reject(new Error(all));
    };
    behaviour.stderrTail = all;
    behaviour.tools = [tool('echo', { description: all })];
  }
  await passUntil(supervisor.start());
  for (const name of ['s1', 's2']) {
    const { answers } = peers.behaviour(name);
    const ask = () =>
      supervisor
        .callTool(name, 'echo', { text: secrets.argument })
        .catch((error: unknown) => error);
    answers['tools/call'] = () => ({ content: [{ type: 'text', text: secrets.result }] });
    await passUntil(ask());
    answers['tools/call'] = () => ({ isError: true, content: [{ type: 'text', text: all }] });
    await passUntil(ask());
    answers['tools/call'] = () => {
      throw rpcError(-32_000, all);
    };
    expect(await passUntil(ask())).toBeInstanceOf(HoldfastError);
    await passUntil(supervisor.readResource(name, `file:///${secrets.uri}`).catch(() => undefined));
    const channel = peers.last(name);
    channel.observer.onnotice(all);
    answers['initialize'] = () => {
      throw rpcError(-32_000, all);
    };
    channel.lose({ message: all, code: secrets.errorText });
    await pass(700_000);
  }
  const text = await end();
  expect(linesWithSecrets(text)).toEqual([]);
  expect(check(text).findings).toEqual([]);
  const outcomes = linesOf(text).flatMap((line) => (line.kind === 'call' ? line.outcome : []));
  expect(new Set(outcomes)).toEqual(new Set(['answered', 'toolError', 'SERVER_ERROR']));
});

it('L9 H7 what a real server prints of its environment is not in a recording', async () => {
  const file = join(await temporaryFolder(), 'fleet.jsonl');
  const script = 'process.stderr.write(process.env.KEY + process.argv[1]); process.exit(2)';
  const { supervisor, recording } = await createRecordedSupervisor(
    {
      servers: {
        s1: {
          command: process.execPath,
          args: ['-e', script, secrets.commandLine],
          env: { KEY: secrets.environment },
        },
      },
      policy: { initialRetries: 1, baseDelayMs: 10 },
    },
    { file },
  );
  onTestFinished(async () => {
    await supervisor.stop();
    await recording.end();
  });
  await supervisor.start();
  expect(supervisor.status('s1').lastError?.message).toContain(secrets.commandLine);
  await supervisor.stop();
  await recording.end();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"type":"link.failed"');
  expect(linesWithSecrets(text)).toEqual([]);
});

it('H7 arguments and results are recorded when they are asked for, and cut where they are long', async () => {
  const staged = await recordedStage({ s1: { command: 'server' } }, { withCalls: true });
  const { supervisor, peers, passUntil, end } = staged;
  await passUntil(supervisor.start());
  peers.behaviour('s1').answers['tools/call'] = () => ({
    content: [{ type: 'text', text: 'x'.repeat(100_000) }],
  });
  await passUntil(supervisor.callTool('s1', 'echo', { text: secrets.argument }));
  const text = await end();
  const call = linesOf(text).find(({ kind }) => kind === 'call');
  expect(call).toMatchObject({
    name: 'echo',
    outcome: 'answered',
    arguments: { text: secrets.argument },
    result: { tooLong: expect.any(Number) as number },
  });
  expect(JSON.stringify(call).length).toBeLessThan(1_000);
});

function linesWithSecrets(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => Object.values(secrets).some((secret) => line.includes(secret)));
}
