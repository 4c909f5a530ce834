import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { useBrowser } from './browser.ts';

const browser = useBrowser();

it('holdfast/view a page of a host shows the chart of its server, and follows it', async () => {
  const host = spawn(process.execPath, ['examples/web-page/host.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(host, 'exit');
  onTestFinished(async () => {
    host.kill('SIGKILL');
    await exited;
  });
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const { value: address } = await lines.next();
  const page = await browser.open(address);
  await page
    .locator('.lit[data-state="connection.ready.serving"]')
    .first()
    .waitFor({ state: 'attached' });
  await page
    .getByRole('img', { name: 'Statechart: connection is ready, serving; breaker is closed.' })
    .waitFor();
  expect(await page.locator('.of-region').count()).toBe(2);
  host.kill('SIGINT');
  expect((await lines.next()).value).toBe('Stopped; 0 processes left.');
  await exited;
});
