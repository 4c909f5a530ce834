import { expect, it, onTestFinished } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, stable, supervise, textOf } from '../requirements/stage.ts';
import { startEverythingHttp } from './public-servers.ts';

const OUTAGE_MS = 3_000;

it('L6 K5 C5a server-everything over HTTP is killed and started again, and its callers go on', async () => {
  const server = await startEverythingHttp(onTestFinished);
  const fleet = supervise({
    servers: { [NAME]: { url: server.url } },
    policy: { graceMs: 15_000, stableAfterMs: 10, baseDelayMs: 60_000, maxDelayMs: 60_000 },
  });
  const { supervisor, status, told, toolNames } = fleet;
  await supervisor.start();
  expect(toolNames()).toEqual(expect.arrayContaining(['echo', 'get-sum']));
  const echo = (message: string) => supervisor.callTool(NAME, 'echo', { message });
  expect(textOf(await echo('first'))).toContain('first');

  // Its sessions are forgotten, which it says with a 400; every caller meets that at once.
  await stable(fleet);
  await server.kill();
  await server.start();
  const results = await Promise.all(Array.from({ length: 30 }, (_, n) => echo(`after ${n}`)));
  expect(results.map(textOf)).toEqual(
    Array.from({ length: 30 }, (_, n) => expect.stringContaining(`after ${n}`)),
  );
  expect(status().state).toBe('ready');
  const { generation } = status();
  expect(generation).toBe(2);

  // An outage of three seconds with a call that waits: it is served with the next eager dial. Without
  // those, the next attempt would be half a minute away, and the call would not wait that long.
  await until(() => told('server.stable').length >= generation, 'the session is stable');
  await server.kill();
  const downSince = performance.now();
  await until(() => status().state === 'reconnecting', 'the loss is noticed');
  const waiting = echo('waited');
  await until(() => performance.now() - downSince > OUTAGE_MS, 'the outage is over', 2 * OUTAGE_MS);
  await server.start();
  expect(textOf(await waiting)).toContain('waited');
  expect(told('server.parked')).toEqual([]);
});
