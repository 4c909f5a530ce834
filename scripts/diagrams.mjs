// `npm run docs`: draws every machine into docs/machine.md, between the markers. With `--check` it
// only tells whether the page is stale, and exits 1 if it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const { factoryName, machineFiles, readStatelyConfig } = await load('./scripts/stately-config.ts');
const { toMermaid } = await load('./src/view/chart/mermaid.ts');

const config = readStatelyConfig();
const page = `${config.diagrams.folder}/machine.md`;
const before = readFileSync(page, 'utf8');
const after = withDrawings(before, await drawings());

if (after === before) {
  console.log(`${page} is up to date`);
} else if (process.argv.includes('--check')) {
  console.error(`${page} is stale; run npm run docs`);
  process.exitCode = 1;
} else {
  writeFileSync(page, after);
  console.log(`${page} written`);
}

async function load(file) {
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  return module;
}

async function drawings() {
  const sections = [];
  for (const file of machineFiles(config)) {
    const module = await load(`./${file}`);
    sections.push(...regionsOf(module[factoryName(file)]({ random: () => 0 })));
  }
  return sections.join('\n');
}

/** The whole at a glance is too much to read, so every region is drawn alone. */
function regionsOf(machine) {
  const regions = machine.root.type === 'parallel' ? Object.keys(machine.root.states) : [''];
  return regions.map((region) => {
    const title = region === '' ? machine.id : `${machine.id}: ${region}`;
    const drawing = toMermaid(machine, region === '' ? {} : { region });
    return `## ${title}\n\n\`\`\`mermaid\n${drawing}\`\`\`\n`;
  });
}

function withDrawings(text, drawn) {
  const [start, end] = ['<!-- drawings: start -->', '<!-- drawings: end -->'];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} needs the lines ${start} and ${end}`);
  return `${text.slice(0, from)}${start}\n\n${drawn}\n${text.slice(to)}`;
}
