import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { stage, stdio } from './stage.ts';

const browser = useBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const looks = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

it.each(looks)(
  'axe finds nothing in fleet, server and form at $width px, $scheme',
  async (look) => {
    const { address, panel } = await stage({
      echo: stdio('echo-server.mjs'),
      gone: { command: 'no-such-command-anywhere' },
      off: { command: 'x', enabled: false },
    });
    const page = await browser.open(address, look);
    await page.locator('.server-row').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(panel('gone'));
    await page.getByRole('timer').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(panel('echo'));
    await page.locator('summary').first().click();
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByText('It is required.').or(page.locator('.result')).first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  },
);

it.each([360, 640, 1024, 1920])('nothing reaches beyond a window of %d px', async (width) => {
  const { address, panel } = await stage({
    'a-server-with-a-rather-long-name-of-its-own': stdio('echo-server.mjs'),
    gone: { command: 'no-such-command-anywhere-that-anybody-would-look-for-it' },
  });
  const page = await browser.open(address, { width });
  await page.locator('.server-row').first().waitFor();
  expect(await isTooWide(page)).toBe(false);
  await page.goto(panel('gone'));
  await page.getByRole('timer').first().waitFor();
  expect(await isTooWide(page)).toBe(false);
});

it('everything can be done with the keyboard alone', async () => {
  const { supervisor, address } = await stage({
    echo: stdio('echo-server.mjs'),
    second: stdio('echo-server.mjs'),
  });
  const page = await browser.open(address);
  await page.locator('.server-row').first().waitFor();
  await press(page, 'Tab', () => focused(page, '.server-row'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'second' }).waitFor();
  await press(page, 'Tab', () => focused(page, 'button.retry'));
  await page.keyboard.press('Enter');
  await page.getByText('Retry: it is ready.').waitFor();
  expect(supervisor.status('second').generation).toBe(2);
  await press(page, 'Tab', () => focused(page, 'summary'));
  await page.keyboard.press('Enter');
  await press(page, 'Tab', () => focused(page, 'textarea'));
  await page.keyboard.type('typed');
  await press(page, 'Tab', () => focused(page, 'button.primary'));
  await page.keyboard.press('Enter');
  await page.locator('.result', { hasText: 'typed' }).waitFor();
});

it('a screen reader finds landmarks, and the chart in words', async () => {
  const { panel } = await stage({ echo: stdio('echo-server.mjs') });
  const page = await browser.open(panel('echo'));
  for (const role of ['banner', 'navigation', 'main'] as const)
    expect(await page.getByRole(role).count()).toBe(1);
  await page.getByRole('img', { name: 'Statechart: connection is ready, serving.' }).waitFor();
  await page.getByRole('img', { name: 'Statechart: breaker is closed.' }).waitFor();
  await page.getByRole('status', { name: 'echo is ready' }).waitFor();
});

async function violations(page: Page): Promise<string[]> {
  // By the protocol and not by a script element: the page's own policy would refuse that.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: tester } = globalThis as unknown as { axe: AxeTester };
    const found = await tester.run();
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  });
}

interface AxeTester {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
}

/** Presses a key until something is so, thirty times at most. */
async function press(page: Page, key: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let times = 0; times < 40; times += 1) {
    await page.keyboard.press(key);
    if (await isSo()) return;
  }
  throw new Error(`${key} did not lead there`);
}

function focused(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
}
