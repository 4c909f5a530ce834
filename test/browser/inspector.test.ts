import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor } from '../../src/index.ts';
import { createStatelyInspector } from '../../src/inspect/index.ts';
import { useCli } from '../cli/use-cli.ts';
import { useBrowser } from './browser.ts';
import { isShown, serveFakeViewer, viewerIn } from './fake-viewer.ts';
import { kill, stdio } from './stage.ts';

// Each page of these fails its test if it asks for anything but 127.0.0.1.
const browser = useBrowser();
const cli = useCli();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

it('H1 the viewer is shown a killed server on its way back', async () => {
  const { page, supervisor, viewer, url } = await shown();
  const frame = await viewerIn(page);
  await isShown(frame, '@xstate.actor', '"name":"echo"', 'halfOpen');
  await isShown(frame, '@xstate.snapshot', '"connection":"ready"', '"generation":1');
  kill(supervisor, 'echo');
  await isShown(frame, '@xstate.event', 'link.lost');
  await isShown(frame, '@xstate.snapshot', '"connection":"reconnecting"');
  await isShown(frame, '@xstate.snapshot', '"connection":"ready"', '"generation":2');
  await page
    .getByRole('status')
    .getByText(`Shown by ${new URL(viewer.url).host}`)
    .waitFor();
  // The token stands in the address, so the viewer is not told where it was embedded.
  expect(viewer.requests[0]).toEqual({ url: '/viewer', referer: undefined });
  expect(
    await frame
      .locator('li')
      .filter({ hasText: new URL(url).pathname })
      .count(),
  ).toBe(0);
});

it('H8 a viewer that is loaded anew is told from the start, and the page goes on', async () => {
  const { page, supervisor } = await shown();
  await isShown(await viewerIn(page), '"connection":"ready"');
  const loaded = page.waitForEvent('framenavigated');
  await page.locator('iframe').evaluate((frame: { src: string }) => (frame.src += '?again'));
  await loaded;
  const again = await viewerIn(page);
  await isShown(again, '@xstate.actor', '"name":"echo"');
  kill(supervisor, 'echo');
  await isShown(again, '"connection":"ready"', '"generation":2');
});

it('H8 the page holds the viewer alone, and tells nothing before the viewer itself asks', async () => {
  const inspector = await createStatelyInspector({ viewer: 'http://127.0.0.1:9/viewer' });
  onTestFinished(() => inspector.stop());
  const page = await browser.open(inspector.url);
  await page.getByText('Waiting for the viewer at 127.0.0.1:9').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/')[2] ?? ''));
  // The right words from the wrong window; whatever they led to came before the second request.
  await page.evaluate(`(async () => {
    const heard = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
    postMessage({ type: '@statelyai.connected' }, '*');
    await heard;
    await fetch('settings');
  })()`);
  expect(asked).toEqual(['settings']);
  const answer = await page.reload();
  expect(answer?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; .*frame-src http:\/\/127\.0\.0\.1:9$/,
  );
});

it('the page around the viewer has names and contrast, and says when it is over', async () => {
  const { page, inspector } = await shown();
  await isShown(await viewerIn(page), '"connection":"ready"');
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: tester } = globalThis as unknown as { axe: { run(): Promise<Found> } };
    type Found = { violations: { id: string }[] };
    return (await tester.run()).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await inspector.stop();
  await page.getByText('No connection to holdfast').waitFor();
});

it('H8 up --inspect prints the link, behind which its servers are, as stately.config.json says', async () => {
  const viewer = await serveFakeViewer();
  const settings = { inspector: { viewer: viewer.url } };
  await writeFile(join(cli.folder, 'stately.config.json'), JSON.stringify(settings));
  const fleet = await cli.up('--inspect');
  await fleet.says('Inspector: http://127.0.0.1:');
  const [url = ''] = /http:\S+/.exec(fleet.stderr) ?? [];
  const page = await browser.open(url);
  const frame = await viewerIn(page);
  await isShown(frame, '@xstate.snapshot', '"connection":"ready"');
  process.kill(await cli.serverPid(), 'SIGKILL');
  await isShown(frame, '@xstate.snapshot', '"connection":"ready"', '"generation":2');
  fleet.child.kill('SIGINT');
  await isShown(frame, '@xstate.snapshot', '"status":"done"');
  expect((await fleet.finished).code).toBe(0);
});

it('H8 away from --inspect nothing is served; what goes wrong with it does not cost the fleet', async () => {
  const plain = await cli.up();
  expect(plain.stderr).not.toContain('Inspector');
  plain.child.kill('SIGINT');
  await plain.finished;
  const { url } = await createStatelyInspector().then((inspector) => {
    onTestFinished(() => inspector.stop());
    return inspector;
  });
  const fleet = await cli.up('--inspect-port', new URL(url).port);
  await fleet.says(`The inspector cannot be opened: port ${new URL(url).port} is taken.`);
  fleet.child.kill('SIGINT');
  expect((await fleet.finished).code).toBe(0);
  await writeFile(join(cli.folder, 'stately.config.json'), '{ "inspector": { "viewer": 1 } }');
  const wrong = await cli.up('--inspect');
  await wrong.says('inspector.viewer: must be text, not a number');
  expect((await cli.run('up', '--inspect-port', 'x')).code).toBe(2);
});

/** A fleet of one real server in the inspector, whose viewer is on this machine. */
async function shown() {
  const viewer = await serveFakeViewer();
  const inspector = await createStatelyInspector({ viewer: viewer.url });
  const supervisor = createSupervisor({
    servers: { echo: stdio('echo-server.mjs') },
    inspect: inspector.inspect,
  });
  onTestFinished(async () => {
    await inspector.stop();
    await supervisor.stop();
  });
  await supervisor.start();
  const page = await browser.open(inspector.url);
  return { page, supervisor, viewer, inspector, url: inspector.url };
}
