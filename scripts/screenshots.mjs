// Draws docs/pictures/view-*.webp: the live view of five servers, one of them killed and one whose
// command does not exist. Run by hand after the page's look has changed; needs a build and chromium.
import { resolve } from 'node:path';
import { createSupervisor } from 'holdfast';
import { serveView } from 'holdfast/view';
import { chromium } from 'playwright-core';
import { saveWebp } from './save-webp.mjs';

const everything = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const files = resolve('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const slow = { baseDelayMs: 20_000, jitter: 0.3, stableAfterMs: 60_000 };

const supervisor = createSupervisor({
  servers: {
    everything: { command: 'node', args: [everything] },
    files: { command: 'node', args: [files, '.'] },
    notes: { command: 'node', args: [everything] },
    search: { command: 'node', args: [everything], policy: slow },
    weather: { command: 'weather-server' },
  },
});
const view = await serveView(supervisor, { title: 'holdfast.json' });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

try {
  await supervisor.start();
  for (let call = 0; call < 40; call += 1)
    await supervisor.callTool('everything', 'echo', { message: `hello ${call}` });
  process.kill(supervisor.status('search').pid, 'SIGKILL');
  const page = await browser.newPage({ viewport: { width: 1280, height: 620 } });
  await page.goto(view.address);
  await page.getByText('1 reconnecting').waitFor();
  await saveWebp(page, 'docs/pictures/view-fleet.webp');
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto(`${view.address}#/server/search`);
  await page
    .locator('.lit[data-state="connection.reconnecting.backingOff"] .running')
    .first()
    .waitFor();
  await saveWebp(page, 'docs/pictures/view-server.webp');
} finally {
  await browser.close();
  await view.close();
  await supervisor.stop();
}
