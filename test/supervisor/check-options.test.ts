import { expect, it } from 'vitest';
import { createSupervisor, embedServers, type SupervisorOptions } from '../../src/index.ts';

it.each([
  [{ mcpServers: {} }, 'mcpServers: unknown key; did you mean servers?'],
  [{ servers: [] }, 'servers: must be an object by name, not a list'],
  ['holdfast.json', 'options: must be an object, not text'],
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
