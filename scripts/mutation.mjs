// `npm run mutation -- machines|src [FILE…] [--again] [--jobs N] [--batch N]`: would the tests notice if the code were
// another? Each file is changed in every small way, one after the other. What came of each file is kept in
// `.tmp/mutation`, so that a run that was ended goes on where it was; a file that has changed is done anew.
// `--batch N` files (8) are changed in one go, since what comes before the first change takes longest.
// `npm run mutation -- report` writes docs/mutation-survivors.md. Both exit 1 if a change that no test
// notices is not explained in test/mutation/survivors.json, or if one is explained that is none any more.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { groups } from './mutation/groups.mjs';
import { judge, writePage } from './mutation/judge.mjs';
import { hashOf, isDone, keep, readResults } from './mutation/results.mjs';
import { mutate } from './mutation/mutate.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    again: { type: 'boolean', default: false },
    batch: { type: 'string', default: '8' },
    jobs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '110' },
  },
});
const [what = '', ...named] = positionals;

if (what === 'report') {
  const results = Object.keys(groups).map((name) => ({ name, files: resultsOf(name) }));
  writePage(results);
  process.exitCode = results.every(({ name, files }) => judge(name, files)) ? 0 : 1;
} else {
  process.exitCode = (await run(what)) ? 0 : 1;
}

async function run(name) {
  if (groups[name] === undefined)
    throw new Error(`There are ${Object.keys(groups).join(' and ')}.`);
  const known = groups[name].flatMap(({ files }) => files());
  const unknown = named.find((file) => !known.includes(file));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no file of ${name}, of which there are ${known.length}.`);
  for (const option of ['batch', 'jobs', 'minutes'])
    if (!(Number(values[option]) >= 1))
      throw new Error(`--${option} must be a number from 1 on, not ${values[option]}.`);
  mkdirSync('.tmp/mutation', { recursive: true });
  const isNamed = (file) => named.length === 0 || named.includes(file);
  const until = performance.now() + Number(values.minutes) * 60_000;
  for (const { files, tests } of groups[name]) {
    const left = files().filter((file) => isNamed(file) && (values.again || !isDone(file)));
    while (left.length > 0) {
      if (performance.now() > until) {
        console.log(`not all of it: ${values.minutes} minutes are over`);
        return false;
      }
      await change(left.splice(0, Number(values.batch)), tests());
    }
  }
  return judge(
    name,
    resultsOf(name).filter(({ file }) => isNamed(file)),
  );
}

async function change(files, tests) {
  // Of the text that was changed, whatever it is by the time that its tests are through.
  const texts = files.map(hashOf);
  const results = await mutate(files, tests, Number(values.jobs));
  results.forEach(({ file, mutants }, at) => keep(file, texts[at], mutants));
}

function resultsOf(name) {
  return groups[name].flatMap((part) => readResults(part));
}
