// Draws docs/pictures/up.svg: what `holdfast up` shows of five real servers, one of them killed and
// one whose command does not exist. Run by hand after the table's look has changed.
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cli = resolve('dist/src/cli/main.js');
const folder = await mkdtemp(join(tmpdir(), 'holdfast-picture-'));
const config = join(folder, 'holdfast.json');
const everything = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const files = resolve('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const slow = { baseDelayMs: 20_000, maxDelayMs: 60_000, stableAfterMs: 60_000 };
await writeFile(
  config,
  JSON.stringify({
    servers: {
      everything: { command: 'node', args: [everything] },
      files: { command: 'node', args: [files, folder] },
      notes: { command: 'node', args: [everything] },
      search: { command: 'node', args: [everything], policy: slow },
      weather: { command: 'weather-server' },
    },
  }),
);

const ask = async (...args) => {
  const env = { ...process.env, FORCE_COLOR: '1' };
  // `status` exits with 1 while a server is parked, which is what the picture is to show.
  const { stdout } = await run(process.execPath, [cli, ...args, '--config', config], {
    env,
    cwd: folder,
  }).catch((error) => error);
  return stdout;
};
const statusOf = async (name) => {
  const { servers = [] } = JSON.parse((await ask('status', '--json')) || '{}');
  return servers.find(({ server }) => server === name) ?? {};
};
const reach = async (name, state) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const status = await statusOf(name);
    if (status.state === state) return status;
  }
  throw new Error(`${name} did not become ${state}`);
};

const up = spawn(process.execPath, [cli, 'up', config], { stdio: 'ignore' });
try {
  for (const name of ['everything', 'files', 'notes']) await reach(name, 'ready');
  const { pid } = await reach('search', 'ready');
  await reach('weather', 'parked');
  process.kill(pid, 'SIGKILL');
  await reach('search', 'reconnecting');
  const table = await ask('status');
  await mkdir('docs/pictures', { recursive: true });
  await writeFile('docs/pictures/up.svg', toSvg(table.trimEnd().split('\n')));
} finally {
  up.kill('SIGINT');
  await new Promise((exited) => up.once('exit', exited));
  await rm(folder, { recursive: true });
}

/** Lines with the terminal's colour codes as text in a dark window. */
function toSvg(lines) {
  const cell = { width: 8.4, height: 20 };
  const columns = Math.max(...lines.map((line) => line.replace(/\u001b\[\d+m/g, '').length));
  const width = Math.ceil(columns * cell.width + 32);
  const height = lines.length * cell.height + 28;
  const rows = lines.map((line, row) => {
    const y = 26 + row * cell.height;
    return `<text x="16" y="${y}" xml:space="preserve">${spansOf(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="#e6e6e6">
<rect width="100%" height="100%" rx="8" fill="#16181d"/>
${rows.join('\n')}
</svg>
`;
}

function spansOf(line) {
  const looks = { 31: '#ff7b72', 32: '#7ee787', 33: '#f2cc60', 36: '#76e3ea', 2: '#8b949e' };
  let fill;
  let bold = false;
  return line
    .split(/(\u001b\[\d+m)/)
    .map((part) => {
      const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
      if (code === undefined) {
        const text = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const look = `${fill ? ` fill="${fill}"` : ''}${bold ? ' font-weight="bold"' : ''}`;
        return text && (look ? `<tspan${look}>${text}</tspan>` : text);
      }
      if (code === '1') bold = true;
      else if (code === '22') [bold, fill] = [false, undefined];
      else fill = looks[code];
      return '';
    })
    .join('');
}
