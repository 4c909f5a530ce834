import { expect, it } from 'vitest';
import { open } from './open-stdio.ts';

it('L9 a server gets the short allow-list and what is configured, and nothing else', async () => {
  process.env['HOLDFAST_TEST_SECRET'] = 'not for servers';
  const { call } = await open('echo-server.mjs', [], { env: { CONFIGURED: 'yes' } });
  delete process.env['HOLDFAST_TEST_SECRET'];
  const names = (await call('env-names')).split(' ');
  const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
  expect(names).toContain('CONFIGURED');
  expect(names).toContain('PATH');
  expect(names.filter((name) => !allowed.includes(name))).toEqual(['CONFIGURED', 'HOLDFAST_MARK']);
});
