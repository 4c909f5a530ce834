import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { HANG_MS } from '../rig/attempt.mjs';
import { median } from '../rig/statistics.mjs';
import { CALL_MS, CONNECT_MS } from '../clients/limits.mjs';
import { showSummary, tabulate } from './table.mjs';

/**
 * The page in docs, made from all results that there are.
 *
 * @param {{ scenarios: object[], peers: object[], results: import('../rig/results.mjs').Result[] }} given
 */
export async function pageOf({ scenarios, peers, results }) {
  const rows = tabulate({ scenarios, peers, results });
  const text = [
    '# holdfast and other clients in the same lab',
    '',
    'What a host gets from each of nine clients when its MCP servers fail in the same ways. Printed by',
    '`npm run peers` in `lab/peers`; nobody edits this page by hand.',
    '',
    circumstances(results),
    '',
    ...tableOf(rows, peers),
    '',
    '`a (3 of 5); b (2 of 5)`: the runs came out differently. A number is the median of the runs with the',
    'median outcome, in brackets their lowest and highest.',
    '',
    '## Where another is ahead',
    '',
    ...shortfalls(rows),
    '',
    'Where another takes less time for less, which the table counts as behind:',
    '',
    ...bargains(rows),
    '',
    ...clientsOf(peers),
    '',
    ...method,
  ].join('\n');
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' });
}

function circumstances(results) {
  const dates = [...new Set(results.map(({ at }) => at.slice(0, 10)))].sort();
  const when = dates.length > 1 ? `${dates[0]} to ${dates.at(-1)}` : (dates[0] ?? 'never');
  const loads = results.map(({ load }) => load);
  const [low, high] = [Math.min(...loads), Math.max(...loads)];
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `Measured on ${when} with Node ${process.versions.node} on ${process.platform}, ${cpus().length} cores ` +
    `and ${memory} GB shared with other work: the load was ${median(loads).toFixed(1)} ` +
    `(${low.toFixed(1)}–${high.toFixed(1)}), the lab itself included. ${runsOf(results)}`
  );
}

function runsOf(results) {
  const counts = new Map();
  for (const { scenario, peer } of results) {
    const cell = `${scenario} ${peer}`;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const [least, most] = [Math.min(...counts.values()), Math.max(...counts.values())];
  return `Each cell is ${least === most ? least : `${least} to ${most}`} runs, each in a process of its own.`;
}

function tableOf(rows, peers) {
  const head = ['', ...peers.map(({ name }) => `**${name}**`), 'first or level'];
  const lines = rows.map(({ title, unit, summaries, first }) => [
    title,
    ...peers.map(({ name }) => showSummary(summaries.get(name), unit)),
    first === undefined ? '–' : first ? 'yes' : 'no',
  ]);
  return [head, head.map(() => '---'), ...lines].map(lineOf);
}

function shortfalls(rows) {
  const behind = rows.filter(({ first }) => first === false);
  if (behind.length === 0)
    return ['In no row: holdfast is first, or level within 5 % or the spread of the runs.'];
  return behind.map(reasonOf);
}

function bargains(rows) {
  return rows.filter(({ first, quicker }) => first && quicker).map(reasonOf);
}

function reasonOf({ title, why }) {
  return `- **${title}.** ${why ?? 'Not explained yet.'}`;
}

function clientsOf(peers) {
  const lines = peers.map(({ name, packages, switchedOn }) => [
    name,
    packages.map((one) => `\`${one}\` ${versionOf(one)}`).join(', '),
    switchedOn,
  ]);
  return [
    '## The clients, and what was switched on',
    '',
    'Each with its own means of recovery switched on, as its documentation describes them.',
    '',
    ...[['', 'package', 'options'], ['---', '---', '---'], ...lines].map(lineOf),
  ];
}

function versionOf(name) {
  // Built in this checkout; a dependency on it would tie our lock file to its own.
  const folder = name === 'holdfast' ? '../../..' : `../node_modules/${name}`;
  const file = new URL(`${folder}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function lineOf(cells) {
  return `| ${cells.join(' | ')} |`;
}

const method = [
  '## How it is measured',
  '',
  '- The servers are raw JSON-RPC without any SDK, over loopback, the same for all, each started afresh.',
  `- Connecting may take ${CONNECT_MS / 1_000} s and a call ${CALL_MS / 1_000} s, for each client that lets us set it. A caller that`,
  `  has heard nothing for ${HANG_MS / 1_000} s counts as hanging.`,
  '- Compared is first what a caller gets, such as the number of the first call that is answered, how many of',
  '  thirty calls are answered, what is left of a server, or whether an error says that the tool may have run;',
  '  times are compared only where that is equal.',
  '- In call times and memory the two bare SDKs are reference columns: they do nothing else. Call times are',
  '  ratios to a bare SDK in the same process, in turns, and servers over stdio have a session of their own,',
  '  since Linux shares a busy machine out by session. In the column of the bare SDK they are ratios to itself,',
  '  which shows the noise.',
  '- In the loop of a server that exits, a client that starts nothing for 45 s although it is called each second',
  '  has given up, and that is worse than many starts.',
  '- Between a call that failed and the next lie 250 ms, and 1 s where the table says so. 31 s, since from 30 s on',
  '  holdfast counts a session as stable.',
  '- holdfast starts one process of its own per host, which ends the servers if the host is killed.',
  '- What a client left alive is counted, and then ended by its recorded process id.',
  '- Cells that mostly wait run several at a time; those of call times and of readiness run alone.',
  '',
  'To print it again, with a build of holdfast and about an hour:',
  '',
  '```sh',
  'npm ci && npm run build',
  'cd lab/peers && npm ci',
  'npm run peers',
  '```',
  '',
  '`-- --only outage,mcporter` runs some scenarios or clients, `-- --runs 1` each cell once. A run that was',
  'interrupted goes on where it ended; without `.tmp/results.jsonl` it begins anew. Linux only, since it looks',
  'into `/proc`.',
];
