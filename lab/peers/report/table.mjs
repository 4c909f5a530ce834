import { isFirstOrLevel } from './judge.mjs';
import { summarise } from './summarise.mjs';

/**
 * The rows of the table, each with what every peer came to and whether holdfast is first or level.
 *
 * @param {{ scenarios: object[], peers: object[], results: import('../rig/results.mjs').Result[] }} given
 */
export function tabulate({ scenarios, peers, results }) {
  const rowOf = (key, row) => {
    const summaries = new Map(peers.map((peer) => [peer.name, summaryOf(results, peer, key)]));
    return { key, ...row, summaries };
  };
  const rows = scenarios
    .flatMap((scenario) => Object.entries(scenario.rows))
    .map(([key, row]) => rowOf(key, row))
    .filter(({ summaries }) => [...summaries.values()].some(Boolean));
  return rows.map((row) => ({
    ...row,
    first: isOursFirst(row, peers),
    quicker: isAnyQuicker(row, peers),
  }));
}

/** `call 1: 93 ms (88–101)` */
export function showSummary(summary, unit) {
  if (summary === undefined) return '–';
  const { label, value, low, high } = summary;
  if (value === undefined) return label;
  const digits = unit === '×' ? 2 : 0;
  const spread = low === high ? '' : ` (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  const number = `${value.toFixed(digits)}${unit === '×' ? unit : ` ${unit}`}${spread}`;
  return label === '' ? number : `${label}: ${number}`;
}

function summaryOf(results, peer, key) {
  return summarise(
    results
      .filter((one) => one.peer === peer.name && one.found[key])
      .map(({ found }) => found[key]),
  );
}

function isOursFirst(row, peers) {
  const ours = row.summaries.get('holdfast');
  return ours && isFirstOrLevel(ours, othersIn(row, peers));
}

/** Whether somebody takes less for less, which does not count, and is worth telling. */
function isAnyQuicker(row, peers) {
  const ours = row.summaries.get('holdfast');
  if (ours?.value === undefined) return false;
  return othersIn(row, peers).some(({ grade, high }) => grade > ours.grade && high < ours.low);
}

function othersIn({ summaries, referenceOnly }, peers) {
  const others = peers.filter(
    (peer) => peer.name !== 'holdfast' && !(referenceOnly && peer.reference),
  );
  return others.map(({ name }) => summaries.get(name)).filter(Boolean);
}
