// Draws docs/pictures/replay.webp: the incident of the examples at the moment after the kill. Run by
// hand after the page's look has changed; needs a build and chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { saveWebp } from './save-webp.mjs';

const command = ['dist/src/cli/main.js', 'replay', 'examples/incident/incident.jsonl'];
const replay = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await once(createInterface(replay.stdout), 'line');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${line.split(' ').at(-1)}#/server/everything`);
  const event = page.locator('.replay-event', { hasText: 'next attempt' });
  await page.getByRole('slider', { name: 'Time' }).waitFor();
  for (let steps = 0; steps < 100 && (await event.count()) === 0; steps += 1)
    await page.keyboard.press('.');
  await page.locator('.lit[data-state="connection.reconnecting.backingOff"]').first().waitFor();
  await saveWebp(page, 'docs/pictures/replay.webp');
} finally {
  await browser.close();
  replay.kill('SIGINT');
}
