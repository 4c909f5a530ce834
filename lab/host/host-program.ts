/**
 * A host with a supervisor of its own, to be stopped, starved and killed. Its argument is a JSON
 * object: `servers`, `policy`, `record`. It obeys JSON lines on stdin and answers each with one on
 * stdout; SIGTERM and SIGINT end it through `stop()`, as in any host (S5).
 */
import { createInterface } from 'node:readline';
import type { SupervisorEvent } from '../../src/index.ts';
import { systemClock } from '../../src/clock.ts';
import { createRecordedSupervisor } from '../../src/record/recorder.ts';
import { endOf } from '../stage/call-end.ts';
import type { HostOptions, Order } from './orders.ts';

const { servers, policy, record } = JSON.parse(process.argv[2] ?? '{}') as HostOptions;

let jumpedMs = 0;
const clock = { ...systemClock, wall: () => Date.now() + jumpedMs };
const { supervisor, recording } = await createRecordedSupervisor(
  { servers, policy, clock },
  { file: record },
);
const story: SupervisorEvent[] = [];
supervisor.on('*', (event) => void story.push(event));

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave());
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...order } = JSON.parse(line) as Order & { readonly id: number };
  void obey(order as Order).then((result) => say({ id, result: result ?? null }));
});
await supervisor.start();
say({ id: 0, result: supervisor.status() });

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'call':
      return endOf(supervisor.callTool(order.server, order.tool, order.args, order.options));
    case 'status':
      return supervisor.status();
    case 'story':
      return story;
    case 'replace':
      return supervisor.replace(order.server, order.entry);
    case 'retry':
      return (await supervisor.retry(order.server)).outcome;
    case 'jump':
      jumpedMs += order.byMs;
      return;
    case 'block':
      return block(order.forMs);
    case 'leave':
      return leave();
  }
}

/** Holds the event loop, as a host's own heavy work does. */
function block(forMs: number): void {
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs);
}

/** Called a second time, it forces (S1). */
async function leave(): Promise<void> {
  const report = await supervisor.stop();
  await recording.end();
  say({ id: -1, result: report });
  process.exit(report.left > 0 ? 1 : 0);
}

function say(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
