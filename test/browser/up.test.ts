import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useCli } from '../cli/use-cli.ts';
import { useBrowser } from './browser.ts';

const cli = useCli();
const browser = useBrowser();

it('up --view tells a link on stderr, behind which the fleet is', async () => {
  const fleet = await cli.up('--view');
  await fleet.says('Live view: http://127.0.0.1:');
  const [address = ''] = /http:\S+/.exec(fleet.stderr) ?? [];
  const page = await browser.open(address);
  await page.locator('.server-row', { hasText: 'echo' }).waitFor();
  fleet.child.kill('SIGINT');
  expect((await fleet.finished).code).toBe(0);
  await page.getByText('No connection to holdfast').waitFor();
});

it('away from a terminal up serves no view unasked, and none with --no-view', async () => {
  const [plain, refused] = [await cli.up(), cli.start('up', '--no-view', '--view-port', '1')];
  expect((await refused.finished).stderr).not.toContain('Live view');
  expect(plain.stderr).not.toContain('Live view');
});

it('H6 --view-port takes that port; one that is taken costs the view and not the fleet', async () => {
  const fleet = await cli.up('--view');
  await fleet.says('Live view: ');
  const port = /127\.0\.0\.1:(\d+)/.exec(fleet.stderr)?.[1] ?? '';
  await copyFile(join(cli.folder, 'holdfast.json'), join(cli.folder, 'other.json'));
  const other = cli.start('up', 'other.json', '--view-port', port);
  await other.says(`port ${port} is taken. The fleet goes on without it.`);
  await other.says('echo              ready');
  other.child.kill('SIGINT');
  fleet.child.kill('SIGINT');
  await Promise.all([other.finished, fleet.finished]);
  const again = await cli.up('--view-port', port);
  await again.says(`Live view: http://127.0.0.1:${port}/`);
  const wrong = await cli.run('up', '--view-port', '99999999');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('1 to 65535') });
});
