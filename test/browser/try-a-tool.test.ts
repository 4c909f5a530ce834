import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { stage, stdio } from './stage.ts';

const browser = useBrowser();

it('K2 a tool is tried with a form that is made from its input schema', async () => {
  const { panel } = await stage({ echo: stdio('echo-server.mjs') });
  const page = await browser.open(panel('echo'));
  await page.locator('summary', { hasText: /^echo/ }).click();
  await page.getByLabel('text', { exact: true }).fill('hello there');
  await page.getByRole('button', { name: 'Call' }).click();
  await page.locator('.result.good pre', { hasText: 'hello there' }).waitFor();
});

it('K2 what a form cannot send is told at its field, and nothing is called', async () => {
  const { supervisor, panel } = await stage({ echo: stdio('echo-server.mjs') });
  const page = await browser.open(panel('echo'));
  await page.locator('summary', { hasText: /^slow/ }).click();
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByText('It is required.').waitFor();
  await page.getByLabel('ms').fill('soon');
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByText('It has to be a number.').waitFor();
  expect(await page.getByLabel('ms').getAttribute('aria-invalid')).toBe('true');
  expect(supervisor.status('echo').lastSuccessAt).toBeUndefined();
});

it("K6 a tool's own error and a refused call are told apart", async () => {
  const { panel } = await stage({ echo: stdio('echo-server.mjs') });
  const page = await browser.open(panel('echo'));
  await page.locator('summary', { hasText: /^fail-politely/ }).click();
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByText('The tool reports an error of its own').waitFor();
  await page.locator('summary', { hasText: /^fail-politely/ }).click();
  await page.locator('summary', { hasText: /^slow/ }).click();
  await page.getByRole('button', { name: 'Type JSON' }).click();
  await page.getByLabel('Arguments as JSON').fill('{"ms": "long"}');
  await page.getByRole('button', { name: 'Call' }).click();
  await page.locator('.result.bad strong', { hasText: 'INVALID_ARGUMENTS' }).waitFor();
});

it('T4 a changed list of tools is shown without a reload', async () => {
  const { supervisor, panel } = await stage({ echo: stdio('echo-server.mjs') });
  const page = await browser.open(panel('echo'));
  await page.locator('summary', { hasText: /^echo/ }).waitFor();
  await supervisor.callTool('echo', 'change-tools', { names: 'quite-new,change-tools' });
  await page.locator('summary', { hasText: 'quite-new' }).waitFor();
  await page.locator('summary', { hasText: /^echo/ }).waitFor({ state: 'detached' });
});
