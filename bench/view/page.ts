import { chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** A page in a real browser for as long as `use` runs, and what a frame of it costs to open. */
export async function withPage<Result>(
  address: string,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address);
    await page.locator('.server-row').first().waitFor();
    return await use(page);
  } finally {
    await browser.close();
  }
}

/** How much of the page's memory is in use once its garbage is gone, in bytes. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
