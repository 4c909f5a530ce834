import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { recordedFleet } from '../../src/cli/replay/recorded-fleet.ts';
import { readRecording } from '../../src/record/read-recording.ts';
import { createRecordedSupervisor } from '../../src/record/recorder.ts';
import { serveReplay } from '../../src/view/server/serve-replay.ts';
import { until } from '../link/processes.ts';
import { useBrowser } from './browser.ts';
import { kill, stdio } from './stage.ts';

const browser = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

it('H7 a recorded kill is played: the chart moves to reconnecting and back, forwards and backwards', async () => {
  const address = await incident();
  const page = await browser.open(`${address}#/server/echo`);
  await page.getByText('Recorded', { exact: true }).waitFor();
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.press('End');
  await page.getByRole('status', { name: 'echo is shutdown' }).waitFor();
  expect(await page.locator('.entry').count()).toBeGreaterThan(8);
  await slider.press('Home');
  await page.getByRole('status', { name: 'echo is connecting' }).waitFor();
  expect(await page.locator('.entry').count()).toBeLessThan(4);

  const seen: string[] = [];
  for (let steps = 0; steps < 200; steps += 1) {
    const told = await page.locator('.replay-event').textContent();
    await page.keyboard.press('.');
    const state = await page.locator('.chart-section').first().getAttribute('aria-label');
    const name = await page.getByRole('img', { name: /connection is/ }).getAttribute('aria-label');
    if (state !== null && name !== null && seen.at(-1) !== name) seen.push(name);
    if (told === (await page.locator('.replay-event').textContent())) break;
  }
  const states = seen.map((name) => /connection is (\w+)/.exec(name)?.[1]);
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
    'connecting',
    'ready',
    'reconnecting',
    'ready',
    'shutdown',
    'closed',
  ]);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  // Neither is in a recording, so neither is said to have been empty.
  expect(await page.getByText('It offers no tool.').count()).toBe(0);
  expect(await page.getByText('Nothing was written.').count()).toBe(0);
});

it('H7 it plays by itself, at the speed that was chosen, and stops at the end', async () => {
  const page = await browser.open(`${await incident()}#/server/echo`);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('600');
  await page.keyboard.press('k');
  await page.getByText('the recording was ended').first().waitFor();
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

it.each([360, 1440])(
  'axe finds nothing in a replay at %d px, and nothing is too wide',
  async (width) => {
    const page = await browser.open(`${await incident()}#/server/echo`, { width });
    await page.getByRole('slider', { name: 'Time' }).waitFor();
    await page.evaluate(axe);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')).toBe(
      false,
    );
  },
);

it('H7 what serves a recording refuses whoever has not the link, and changes nothing', async () => {
  const address = await incident();
  const recording = await fetch(`${address}recording`);
  expect(recording.status).toBe(200);
  const wrong = address.replace(/\/[^/]+\/$/, '/another-token/');
  expect((await fetch(`${wrong}recording`)).status).toBe(403);
  expect((await fetch(`${address}actions/stop`, { method: 'POST' })).status).toBe(405);
});

/** A real server that is killed and comes back, recorded and served. */
async function incident(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-replay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'incident.jsonl');
  const { supervisor, recording } = await createRecordedSupervisor(
    { servers: { echo: stdio('echo-server.mjs', { baseDelayMs: 200 }) } },
    { file },
  );
  onTestFinished(async () => void (await Promise.all([supervisor.stop(), recording.end()])));
  await supervisor.start();
  kill(supervisor, 'echo');
  await until(() => supervisor.status('echo').generation === 2, 'it is back', 15_000);
  await supervisor.callTool('echo', 'echo', { text: 'hello' });
  await supervisor.stop();
  await recording.end();
  const view = await serveReplay(recordedFleet('incident.jsonl', await readRecording(file)));
  onTestFinished(() => view.close());
  return view.address;
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: tester } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await tester.run();
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  });
}
