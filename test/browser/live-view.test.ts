import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { kill, stage, stdio } from './stage.ts';

const browser = useBrowser();
/** Long enough that a test sees the wait, whatever the machine is busy with. */
const slow = { baseDelayMs: 30_000, jitter: 0, stableAfterMs: 60_000 };

describe('the live view of a fleet', () => {
  it('H1 H4 shows every server with its state, and what the fleet comes to', async () => {
    const { address } = await stage({
      echo: stdio('echo-server.mjs'),
      gone: { command: 'no-such-command-anywhere' },
      off: { command: 'x', enabled: false },
    });
    const page = await browser.open(address);
    await page.getByText('degraded').waitFor();
    const rows = page.locator('.server-row');
    expect(await rows.locator('.name').allTextContents()).toEqual(['echo', 'gone', 'off']);
    expect(await rows.locator('.state').allTextContents()).toEqual(['ready', 'parked', 'disabled']);
    expect(await rows.nth(1).textContent()).toMatch(/in \d:\d\d.*COMMAND_NOT_FOUND/);
    expect(await page.title()).toBe('fleet of a test · holdfast');
  });

  it('L2 C6 a killed server is seen reconnecting in the chart, and ready again', async () => {
    const { supervisor, panel } = await stage({
      echo: stdio('echo-server.mjs', { ...slow, baseDelayMs: 3_000 }),
    });
    const page = await browser.open(panel('echo'));
    await lit(page, 'connection.ready.serving');
    kill(supervisor, 'echo');
    await lit(page, 'connection.reconnecting.backingOff');
    expect(await litStates(page)).not.toContain('connection.ready');
    await page.locator('.explanation', { hasText: 'was killed by SIGKILL' }).waitFor();
    await lit(page, 'connection.ready.serving');
    await page.getByText('session 2').waitFor();
    const told = await page.locator('.entry .event').allTextContents();
    expect(told).toEqual(
      supervisor
        .timeline('echo')
        .map(({ event }) => event)
        .reverse(),
    );
  });

  it('C8 a parked server counts down to its probe, and says why it is parked', async () => {
    const { panel } = await stage({ gone: { command: 'no-such-command-anywhere' } });
    const page = await browser.open(panel('gone'));
    await lit(page, 'connection.parked.waiting');
    const timer = page.getByRole('timer');
    const first = await timer.textContent();
    expect(first).toMatch(/^Next probe in [345]:\d\d$/);
    await expect.poll(() => timer.textContent(), { timeout: 10_000 }).not.toBe(first);
    const explanation = page.locator('.explanation');
    expect(await explanation.textContent()).toContain(
      'trying again cannot help until something changes',
    );
    expect(await explanation.textContent()).toContain('Install the command or correct it');
  });

  it('C9 retry ends a wait at once, and the outcome is told', async () => {
    const { supervisor, panel } = await stage({ echo: stdio('echo-server.mjs', slow) });
    const page = await browser.open(panel('echo'));
    kill(supervisor, 'echo');
    await page.getByText('Next attempt in', { exact: true }).waitFor();
    await page.getByText('1 of 5').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Retry: it is ready.').waitFor();
    await lit(page, 'connection.ready.serving');
    await page.getByText('0 of 5').waitFor();
    expect(supervisor.status('echo').state).toBe('ready');
  });

  it('S1 F4 stop ends a server and restart starts it again', async () => {
    const { supervisor, panel } = await stage({ echo: stdio('echo-server.mjs') });
    const page = await browser.open(panel('echo'));
    const { pid } = supervisor.status('echo');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped; nothing of it is left.').waitFor();
    await lit(page, 'connection.closed');
    expect(() => process.kill(pid ?? 0, 0)).toThrow();
    expect(await page.getByRole('button', { name: 'Retry' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Restart' }).click();
    await lit(page, 'connection.ready.serving');
    expect(supervisor.status('echo').state).toBe('ready');
  });

  it('B1 an open breaker is lit and counts down', async () => {
    const { supervisor, panel } = await stage({
      echo: stdio('echo-server.mjs', {
        failureThreshold: 1,
        cooldownMs: 300_000,
        callTimeoutMs: 200,
      }),
    });
    const page = await browser.open(panel('echo'));
    await lit(page, 'breaker.closed');
    await supervisor.callTool('echo', 'slow', { ms: 60_000 }).catch(() => undefined);
    await lit(page, 'breaker.open');
    await page.getByText(/A call may try in [45]:\d\d/).waitFor();
  });

  it('H1 a running call is shown with its age, and an answered one as a latency', async () => {
    const { supervisor, panel } = await stage({ echo: stdio('echo-server.mjs') });
    const page = await browser.open(panel('echo'));
    const call = supervisor.callTool('echo', 'slow', { ms: 3_000 });
    await page.locator('.calls .subject', { hasText: 'slow' }).waitFor();
    await call;
    await page.getByText('Nothing is running.').waitFor();
    await page.getByText(/^1 calls? answered; the slowest took 3\.\d s/).waitFor();
  });

  it('F4 a server that is added or removed comes and goes', async () => {
    const { supervisor, address } = await stage({ echo: stdio('echo-server.mjs') });
    const page = await browser.open(address);
    await page.locator('.server-row').waitFor();
    supervisor.add('second', stdio('echo-server.mjs'));
    await page.locator('.server-row .name', { hasText: 'second' }).waitFor();
    await supervisor.remove('second');
    await page.locator('.server-row .name', { hasText: 'second' }).waitFor({ state: 'detached' });
  });

  it('a page whose holdfast has ended says so', async () => {
    const { supervisor, address } = await stage({ echo: stdio('echo-server.mjs') });
    const { serveView } = await import('../../src/view/index.ts');
    const view = await serveView(supervisor);
    const page = await browser.open(view.address);
    await page.getByText('Live', { exact: true }).waitFor();
    await view.close();
    await page.getByText('No connection to holdfast').waitFor();
    expect(address).not.toBe(view.address);
  });
});

/** Resolves once the state is lit in the chart. */
async function lit(page: Page, path: string): Promise<void> {
  await page
    .locator(`.lit[data-state="${path}"]`)
    .first()
    .waitFor({ state: 'attached', timeout: 15_000 });
}

function litStates(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.lit[data-state]')
    .evaluateAll((states) => states.map((state) => state.getAttribute('data-state')));
}
