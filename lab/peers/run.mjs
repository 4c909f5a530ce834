import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { openResults } from './rig/results.mjs';
import { endCells, runCell } from './rig/run-cell.mjs';
import { peers } from './clients/index.mjs';
import { pageOf } from './report/page.mjs';
import { scenarios } from './scenarios/index.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '5' },
    'at-once': { type: 'string', default: '6' },
    results: { type: 'string', default: '.tmp/results.jsonl' },
  },
});
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const results = openResults(pathOf(values.results));

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    endCells();
    process.exit(130);
  });

const open = cells().filter((cell) => !results.has(cell));
await inTurns(
  open.filter(({ scenario }) => !scenario.alone),
  Number(values['at-once']),
);
await inTurns(
  open.filter(({ scenario }) => scenario.alone),
  1,
);
if (results.all().length === 0) throw new Error('Nothing has been measured yet.');
const page = await pageOf({ scenarios, peers, results: results.all() });
writeFileSync(pathOf('../../docs/peers.md'), page);
console.log(page);

/** Run by run, so that a busy quarter of an hour does not meet all runs of one peer. */
function cells() {
  const names = [...scenarios, ...peers].map(({ name }) => name);
  const only = values.only?.split(',') ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no scenario or peer ${unknown}; there are ${names.join(', ')}.`);
  const isChosen = (list) => {
    const chosen = list.filter(({ name }) => only.includes(name));
    return chosen.length > 0 ? chosen : list;
  };
  const runs = Array.from({ length: Number(values.runs) }, (_, index) => index + 1);
  return runs.flatMap((run) =>
    isChosen(scenarios).flatMap((scenario) =>
      isChosen(peers).map((peer) => ({ scenario, peer, run })),
    ),
  );
}

/** @param {number} atOnce cells that run at the same time */
async function inTurns(cellsLeft, atOnce) {
  const waiting = [...cellsLeft];
  const work = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift())
      await runAndKeep(cell, waiting.length);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function runAndKeep(cell, left) {
  const [load = 0] = loadavg();
  const found = await runCell(cell);
  const { scenario, peer, run } = cell;
  const at = new Date().toISOString();
  results.add({ scenario: scenario.name, peer: peer.name, run, at, load, found });
  const told = Object.values(found).map(
    ({ label, value }) => `${label} ${value?.toFixed(2) ?? ''}`,
  );
  console.error(`${scenario.name} · ${peer.name} · run ${run}: ${told.join(', ')} (${left} left)`);
}
