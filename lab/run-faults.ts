import { parseArgs } from 'node:util';
import { drawResults } from './draw-results.ts';
import type { FaultKind } from './faults/fault-kind.ts';
import { faultKinds } from './faults/fault-kinds.ts';
import { runKind, type KindResult } from './faults/run-kind.ts';
import { scaledPolicy } from './stage/scaled-policy.ts';
import { everyTransport, type Transport } from './stage/transport.ts';

const { values: wishes } = parseArgs({
  options: {
    only: { type: 'string' },
    group: { type: 'string' },
    transport: { type: 'string' },
    times: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    smoke: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** One kind over one transport. */
interface Task {
  readonly kind: FaultKind;
  readonly transport: Transport;
}

const kinds = faultKinds.filter(isWanted);
const tasks = kinds.flatMap((kind) =>
  kind.transports
    .filter((transport) => (wishes.transport ?? transport) === transport)
    .map((transport): Task => ({ kind, transport })),
);

if (tasks.length === 0) {
  const known = faultKinds.map(({ name }) => name).join(', ');
  console.error(`No kind of fault is meant by that. Transports: ${everyTransport.join(', ')}.`);
  console.error(`Kinds: ${known}.`);
  process.exitCode = 2;
} else if (wishes.list) {
  for (const { name, transports, mustHold } of kinds)
    console.log(`${name}  [${transports.join(', ')}]  ${mustHold}`);
} else await runAll(wholeFrom1('times'), wholeFrom1('jobs'));

/** With none at all, nothing would be run and all would have held. */
function wholeFrom1(wish: 'times' | 'jobs'): number {
  const value = Number(wishes[wish]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${wish} must be a whole number above 0, not ${wishes[wish]}`);
}

/** `--only` takes names and beginnings of names, separated by commas. */
function isWanted({ name, group, smoke, isLong }: FaultKind): boolean {
  const only = wishes.only?.split(',');
  if (isLong === true && only?.includes(name) !== true) return false;
  if (only !== undefined && !only.some((start) => name.startsWith(start))) return false;
  if (wishes.group !== undefined && wishes.group !== group) return false;
  return !wishes.smoke || smoke === true;
}

async function runAll(times: number, jobs: number): Promise<void> {
  console.log(`Waits made short for all: ${JSON.stringify(scaledPolicy)}`);
  const results: KindResult[] = [];
  for (let round = 1; round <= times; round += 1) {
    const queue = [...tasks];
    const work = async () => {
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        const result = await runKind(task.kind, task.transport);
        results.push(result);
        tell(result, results.length, tasks.length * times);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
  }
  console.log(drawResults(kinds, results));
  process.exitCode = results.some(({ broken }) => broken !== undefined) ? 1 : 0;
}

function tell({ name, transport, tookMs, broken }: KindResult, at: number, of: number): void {
  const verdict = broken === undefined ? 'ok' : `BROKEN: ${broken}`;
  console.log(
    `${at}/${of} ${name} over ${transport}, ${(tookMs / 1_000).toFixed(1)} s: ${verdict}`,
  );
}
