import { expect, it } from 'vitest';
import { unsafeCharacters } from '../../src/link/plain-text.ts';
import { useBrowser } from './browser.ts';
import { kill, stage, stdio } from './stage.ts';

const browser = useBrowser();

it('E5 nothing that a server says becomes part of the page', async () => {
  const name = '"><img src=x onerror="globalThis.broken=1">';
  const slow = { baseDelayMs: 30_000, jitter: 0, stableAfterMs: 60_000 };
  const { supervisor, panel } = await stage({ [name]: stdio('hostile-words.mjs', slow) });
  const page = await browser.open(panel(name));
  await page.locator('summary').first().click();
  await page.getByRole('button', { name: 'Call' }).click();
  const result = await page.locator('.result.good').textContent();
  // The field called __proto__ is an argument like any other, with the default it came with.
  expect(result).toContain('{"__proto__":"<img src=x');
  expect(await page.locator('.stderr').textContent()).toContain(
    '</pre><style>*{display:none}</style>',
  );
  kill(supervisor, name);
  await page.getByText('reconnecting').first().waitFor();
  expect(await page.locator('img, iframe, body script, body style, b').count()).toBe(0);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
});

it('E5 no word of a server turns the writing around, acts on a terminal it is copied to, or fills the page', async () => {
  const { panel } = await stage({ words: stdio('hostile-words.mjs') });
  const page = await browser.open(panel('words'));
  const tool = page.locator('details.tool', { hasText: 'dlrow' });
  await tool.locator('summary').click();
  expect((await tool.boundingBox())?.height).toBeLessThan(400);
  await tool.getByRole('textbox', { name: 'dlrow' }).fill('x');
  await tool.getByRole('button', { name: 'Call' }).click();
  await tool.locator('.result.good pre', { hasText: '</script>dlrow' }).waitFor();
  const shown = await page.locator('#content').evaluate((content) => content.textContent);
  expect(shown.replaceAll('\n', '')).not.toMatch(unsafeCharacters);
});

it('L9 no secret of an entry and no argument of a call is on the wire', async () => {
  const { supervisor, address, panel } = await stage({
    echo: { ...stdio('echo-server.mjs'), env: { TOKEN: 'planted-in-env' } } as never,
    web: {
      url: 'http://127.0.0.1:9/planted-in-path?key=planted-in-query',
      headers: { Authorization: 'planted-in-header' },
    },
  });
  const page = await browser.open(panel('echo'));
  const wire: string[] = [];
  const reading = readStream(`${address}events?server=echo`, wire, 3_000);
  const call = supervisor.callTool('echo', 'slow', { ms: 1_500, note: 'planted-in-arguments' });
  await supervisor.callTool('echo', 'echo', { text: 'planted-in-result' });
  await Promise.all([call, reading]);
  const shown = wire.join('') + (await page.content());
  expect(shown).toContain('"subject":"slow"');
  expect(shown).not.toContain('planted');
});

/** Reads Server-Sent Events for a while. */
async function readStream(address: string, into: string[], forMs: number): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(forMs) });
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      into.push(chunk);
  } catch {
    // The time is over.
  }
}
