import { expect, it } from 'vitest';
import { createSupervisor, embedServers, type SupervisorOptions } from '../../src/index.ts';

it.each([
  [{ mcpServers: {} }, 'mcpServers: unknown key; did you mean servers?'],
  [{ servers: [] }, 'servers: must be an object by name, not a list'],
  ['holdfast.json', 'options: must be an object, not text'],
  [null, 'options: must be an object, not null'],
  [{ clock: {} }, 'clock.now: must be a function'],
  [{ clock: 5 }, 'clock: must be an object, not a number'],
  [
    { clock: { now: () => 0, setTimeout: () => 0, clearTimeout: () => 0, wall: 1 } },
    'clock.wall: must be a function, not a number',
  ],
  [{ random: 0.5 }, 'random: must be a function, not a number'],
  [{ link: {} }, 'link: must be a function, not an object'],
  [{ client: null }, 'client: must be an object, not null'],
  [{ policy: null }, 'policy: must be an object, not null'],
  [{ servers: { s1: null } }, 's1: must be an object, not null'],
])('E3 the options %j are refused where they are written', (options, message) => {
  const given = options as SupervisorOptions;
  const refusal = expect.objectContaining({ code: 'CONFIG_INVALID', message }) as Error;
  expect(() => createSupervisor(given)).toThrow(refusal);
  expect(() => embedServers(given)).toThrow(refusal);
});

it('E3 a loaded configuration is taken as it is', () => {
  const config = { file: '/a/holdfast.json', servers: {}, policy: {}, problems: [] };
  expect(createSupervisor(config).status().servers).toEqual([]);
});
