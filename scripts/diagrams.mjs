// `npm run docs`: draws every machine into docs/machine.md, between the markers, and as pictures into
// docs/pictures/machine. With `--check` it only tells whether they are stale, and exits 1 if so.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const { factoryName, machineFiles, readStatelyConfig } = await load('./scripts/stately-config.ts');
const { toMermaid } = await load('./src/view/chart/mermaid.ts');
const { renderChartSvg } = await load('./src/view/layout/render-chart-svg.ts');

const config = readStatelyConfig();
const page = `${config.diagrams.folder}/machine.md`;
const pictures = `${config.diagrams.folder}/pictures/machine`;
const wanted = await drawnFiles();
const stale = [...wanted].filter(([file, text]) => readOr(file, '') !== text);

if (stale.length === 0) {
  console.log(`${page} is up to date, and so are the pictures`);
} else if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is stale; run npm run docs`);
  process.exitCode = 1;
} else {
  mkdirSync(pictures, { recursive: true });
  for (const [file, text] of stale) {
    writeFileSync(file, text);
    console.log(`${file} written`);
  }
}

async function load(file) {
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  return module;
}

/** What each file has to hold. */
async function drawnFiles() {
  const files = new Map();
  const sections = [];
  for (const file of machineFiles(config)) {
    const module = await load(`./${file}`);
    const machine = module[factoryName(file)]({ random: () => 0 });
    sections.push(...regionsOf(machine).map((region) => section(machine, region)));
    for (const [name, choice] of picturesOf(machine))
      files.set(`${pictures}/${name}.svg`, await renderChartSvg(machine, choice));
  }
  return files.set(page, withDrawings(readFileSync(page, 'utf8'), sections.join('\n')));
}

/** The whole at a glance is too much to read, so every region is drawn alone. */
function regionsOf({ root }) {
  return root.type === 'parallel' ? Object.keys(root.states) : [''];
}

/** The whole and each region with all there is to know, and each region at a glance. */
function picturesOf(machine) {
  const all = { labels: 'full' };
  const glance = { depth: 2, gathered: ['shutdown'], settledOnly: true };
  return [
    [machine.id, all],
    ...regionsOf(machine)
      .filter((region) => region !== '')
      .flatMap((region) => [
        [region, { ...all, region }],
        [`${region}-at-a-glance`, { ...glance, region }],
      ]),
  ];
}

function section(machine, region) {
  const title = region === '' ? machine.id : `${machine.id}: ${region}`;
  const name = region === '' ? machine.id : region;
  const shown = region === '' ? name : `${name}-at-a-glance`;
  const drawing = toMermaid(machine, region === '' ? {} : { region });
  return [
    `## ${title}`,
    `![What leads from one state to another in ${title}](pictures/machine/${shown}.svg)`,
    `With all events, guards and delays it is [a large picture](pictures/machine/${name}.svg), and here as text:`,
    `\`\`\`mermaid\n${drawing}\`\`\`\n`,
  ].join('\n\n');
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

function withDrawings(text, drawn) {
  const [start, end] = ['<!-- drawings: start -->', '<!-- drawings: end -->'];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} needs the lines ${start} and ${end}`);
  return `${text.slice(0, from)}${start}\n\n${drawn}\n${text.slice(to)}`;
}
