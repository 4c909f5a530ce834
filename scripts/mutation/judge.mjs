import { readFileSync, writeFileSync } from 'node:fs';
import { isUnnoticed } from './mutate.mjs';

const survivorsFile = 'test/mutation/survivors.json';
const page = 'docs/mutation-survivors.md';

/** Prints the score; false if a change that nobody notices has no reason, or a reason no change. */
export function judge(name, results) {
  const explained = readSurvivors().filter(({ file }) =>
    results.some((each) => each.file === file),
  );
  const unnoticed = survivorsOf(results);
  const bare = unnoticed.filter((each) => !explained.some((known) => isSame(known, each)));
  const gone = explained.filter((known) => !unnoticed.some((each) => isSame(known, each)));
  console.log(`${name}: ${scoreOf(results)}`);
  for (const { file, line, was, becomes } of bare)
    console.log(`UNEXPLAINED ${file}:${line}: ${was} → ${becomes}`);
  for (const { file, was, becomes } of gone)
    console.log(`NOTICED BY NOW ${file}: ${was} → ${becomes}`);
  return bare.length + gone.length === 0;
}

/** Writes what is known of both groups for a reader. */
export function writePage(groups) {
  const scores = groups.map(({ name, files }) => `| ${name} | ${scoreOf(files)} |`);
  const sections = grouped(readSurvivors());
  const lists = sections.map(([file, survivors]) => {
    const items = survivors.map(
      ({ was, becomes, reason }) => `- \`${ticked(was)}\` → \`${ticked(becomes)}\`: ${reason}`,
    );
    return `## ${file}\n\n${items.join('\n')}\n`;
  });
  const head = readFileSync(page, 'utf8').split('<!-- scores -->')[0];
  const table = ['| part | score |', '| --- | --- |', ...scores].join('\n');
  writeFileSync(page, `${head}<!-- scores -->\n\n${table}\n\n${lists.join('\n')}`);
}

function readSurvivors() {
  return JSON.parse(readFileSync(survivorsFile, 'utf8'));
}

function survivorsOf(results) {
  return results.flatMap(({ file, mutants }) =>
    mutants.filter(({ status }) => isUnnoticed(status)).map((mutant) => ({ file, ...mutant })),
  );
}

/** Lines move; what stands there does not, or it is another change. */
function isSame(one, other) {
  return one.file === other.file && one.was === other.was && one.becomes === other.becomes;
}

function scoreOf(results) {
  const all = results.flatMap(({ mutants }) => mutants);
  const noticed = all.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted = all.filter(({ status }) => status !== 'Ignored').length;
  const share = counted === 0 ? 0 : Math.floor((noticed / counted) * 1_000) / 10;
  return `${noticed} of ${counted} changes in ${results.length} files noticed, ${share} %`;
}

function grouped(survivors) {
  const files = [...new Set(survivors.map(({ file }) => file))];
  return files.map((file) => [file, survivors.filter((each) => each.file === file)]);
}

function ticked(text) {
  return text.replaceAll('`', '´');
}
