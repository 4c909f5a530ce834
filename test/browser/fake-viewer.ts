import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/**
 * What stands for the viewer in tests, on this machine: like the real one it says to the page around
 * it that it is there, and it lists each message that it is sent, with who sent it.
 */
const html = `<!doctype html><title>viewer</title><ol></ol><script>
addEventListener('message', ({ data, origin }) => {
  const item = document.createElement('li');
  item.textContent = JSON.stringify({ ...data, origin });
  document.querySelector('ol').append(item);
});
parent.postMessage({ type: 'something.else' }, '*');
parent.postMessage('not an object', '*');
parent.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

export interface FakeViewer {
  readonly url: string;
  /** The path of each request, with what it says of who asks. */
  readonly requests: readonly { readonly url: string; readonly referer: string | undefined }[];
}

/** Serves the viewer on a port of its own. It ends with its test. */
export async function serveFakeViewer(): Promise<FakeViewer> {
  const requests: FakeViewer['requests'][number][] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ url, referer: headers.referer });
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/viewer`, requests };
}

/** The viewer inside an inspector's page, once it is there. */
export async function viewerIn(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('The page has no frame');
  await frame.waitForSelector('li', { state: 'attached' });
  return frame;
}

/** Waits for a message to the viewer that holds all of the texts. */
export async function isShown(frame: Frame, ...texts: string[]): Promise<void> {
  const items = texts.reduce((found, text) => found.filter({ hasText: text }), frame.locator('li'));
  await items.first().waitFor({ state: 'attached', timeout: 20_000 });
}
