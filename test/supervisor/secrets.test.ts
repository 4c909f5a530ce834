import { inspect } from 'node:util';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { HoldfastError, type SupervisorOptions } from '../../src/index.ts';
import { rpcError } from '../../src/testing/world/scripted-answers.ts';
import { stage } from './stage.ts';

const secrets = {
  env: 'sk-environment-0123456789',
  header: 'header-token-0123456789',
  query: 'query key/0123456789',
  password: 'password-0123456789',
};
const isSecret = /environment-0|token-0|key.{1,3}0123|password-0/;

it('L9 E1 no secret is in errors, events, status, explanations, histories or inspection', async () => {
  const told: unknown[] = [];
  const note = (message: unknown) => told.push(message);
  subscribe('holdfast:event', note);
  onTestFinished(() => void unsubscribe('holdfast:event', note));
  const inspected: NonNullable<SupervisorOptions['inspect']> = (event) => {
    const { type, ...rest } = event as { type: string; event?: unknown; snapshot?: unknown };
    told.push(type, rest.event, JSON.stringify(rest.snapshot));
  };
  const query = encodeURIComponent(secrets.query);
  const { supervisor, peers, passUntil, pass, story } = stage(
    {
      s1: { command: 'server', env: { API_KEY: secrets.env } },
      s2: {
        url: `https://user:${secrets.password}@127.0.0.1:1/mcp?key=${query}`,
        headers: { Authorization: `Bearer ${secrets.header}` },
      },
      s3: { url: `https://127.0.0.1:1/?key=${query}`, enabled: false },
    },
    { inspect: inspected },
  );
  const errors: unknown[] = [];
  // A server repeats whatever it was given, in every place where its text is passed on.
  const known: Record<string, string> = {
    s1: secrets.env,
    s2: `${secrets.header}, ${secrets.query}, ${query} and ${secrets.password}`,
  };
  for (const name of ['s1', 's2']) {
    const all = known[name] ?? '';
    const behaviour = peers.behaviour(name);
    const { start } = behaviour;
    behaviour.start = () => {
      behaviour.start = start;
      return Promise.reject(new Error(`refused: ${all}`));
    };
    behaviour.tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
    behaviour.answers['tools/call'] = () => {
      throw rpcError(-32_000, `no: ${all}`);
    };
  }
  await passUntil(supervisor.start());
  const collect = (error: unknown) => {
    errors.push(error, error instanceof HoldfastError ? error.toJSON() : undefined);
  };
  for (const name of ['s1', 's2', 's3']) {
    await passUntil(supervisor.callTool(name, 'echo').catch(collect));
    if (name === 's3') continue;
    const all = known[name] ?? '';
    const channel = peers.last(name);
    channel.observer.onnotice(`noise: ${all}`);
    const behaviour = peers.behaviour(name);
    behaviour.answers['initialize'] = () => {
      throw rpcError(-32_000, `go away: ${all}`);
    };
    channel.lose({ message: `it said ${all}` });
    await pass(100);
    await passUntil(supervisor.callTool(name, 'echo').catch(collect));
  }
  await pass(600_000);
  for (const name of ['s1', 's2']) {
    await passUntil(supervisor.callTool(name, 'echo').catch(collect));
    errors.push((await passUntil(supervisor.retry(name))).error);
  }
  const names = supervisor.status().servers.map(({ server }) => server);
  const shown = inspect(
    [
      ...[told, story, errors, supervisor.status(), supervisor.tools({ include: 'all' })],
      ...names.map((name) => [supervisor.explain(name), supervisor.timeline(name)]),
    ],
    { depth: 9, maxArrayLength: null, maxStringLength: null },
  );
  expect(errors.length).toBeGreaterThan(8);
  expect(shown).toContain('[redacted]');
  // One line each, or a failure would print the whole.
  expect(shown.split('\n').filter((line) => isSecret.test(line))).toEqual([]);
});

it('E5 a text without end is cut before it is told', async () => {
  const { supervisor, peers, passUntil } = stage(
    { s1: { command: 'server' } },
    { policy: { initialRetries: 0 } },
  );
  peers.behaviour('s1').answers['initialize'] = () => {
    throw rpcError(-32_000, `\u001b[31m${'x'.repeat(1_000_000)}`);
  };
  await passUntil(supervisor.start());
  const { lastError } = supervisor.status('s1');
  expect(lastError?.message.length).toBeLessThan(3_000);
  expect(lastError?.message).not.toContain('\u001b');
});
