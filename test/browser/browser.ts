import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';

/** How a page is looked at. */
export interface Looked {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/**
 * A real browser for the tests of a file, to be called at its top. Each page is closed with its
 * test, which fails if anything but loopback was asked for or the page threw.
 */
export function useBrowser(): { open(address: string, looked?: Looked): Promise<Page> } {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = executables.find((path) => existsSync(path));
    if (executablePath === undefined)
      throw new Error('There is no chromium: apt-get install chromium');
    // A sandbox of its own needs rights that a container does not give.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());
  return {
    open: async (address, { width = 1440, height = 900, scheme = 'light' } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
      });
      const page = await context.newPage();
      const wrongs: string[] = [];
      page.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol !== 'data:' && hostname !== '127.0.0.1') wrongs.push(`asked ${request.url()}`);
      });
      page.on('pageerror', (error) => wrongs.push(error.message));
      page.on('console', (line) => {
        if (line.type() === 'error') wrongs.push(line.text());
      });
      onTestFinished(async () => {
        await context.close();
        // A page that outlives its server says that it found nobody, which is no fault of its own.
        const real = wrongs.filter((wrong) => !wrong.includes('net::ERR_'));
        if (real.length > 0) throw new Error(real.join('\n'));
      });
      await page.goto(address);
      return page;
    },
  };
}
