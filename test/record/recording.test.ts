import { expect, it } from 'vitest';
import { check, linesOf, recordedStage } from './recorded.ts';

const stdio = { command: 'server' };
const http = { url: 'http://127.0.0.1:1/mcp' };

it('H7 a life with losses, a park, a revival and an end is recorded, and nothing in it is impossible', async () => {
  const { supervisor, peers, pass, passUntil, end } = await recordedStage({ s1: stdio, s2: http });
  await passUntil(supervisor.start());
  await pass(2_000);
  peers.last('s1').lose({});
  await pass(40_000);
  peers.last('s2').lose({});
  const { start } = peers.behaviour('s1');
  peers.behaviour('s1').start = () => Promise.reject(new Error('it does not start'));
  peers.last('s1').lose({});
  await pass(400_000);
  peers.behaviour('s1').start = start;
  await passUntil(supervisor.retry('s1'));
  await passUntil(supervisor.callTool('s1', 'echo', {}).catch(() => undefined));
  await pass(60_000);
  const text = await end();
  const report = check(text);
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ runs: 1, servers: ['s1', 's2'], unchecked: 0, isOpen: false });
  expect(report.steps).toBeGreaterThan(30);
  const kinds = new Set(linesOf(text).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['call', 'end', 'recording', 'started', 'step', 'told']);
});

it('H7 F4 a server that is added again while its predecessor still closes is another machine', async () => {
  const { supervisor, peers, pass, passUntil, end } = await recordedStage({ s1: stdio });
  await passUntil(supervisor.start());
  const removed = supervisor.remove('s1');
  supervisor.add('s1', stdio);
  await pass(0);
  await passUntil(removed);
  await passUntil(supervisor.ready('s1'));
  peers.last('s1').lose({});
  await pass(40_000);
  const text = await end();
  expect(check(text)).toMatchObject({ findings: [], unchecked: 0, servers: ['s1'] });
  const lives = linesOf(text).flatMap((line) => (line.kind === 'started' ? [line.life ?? 1] : []));
  expect(lives).toEqual([1, 2]);
});
