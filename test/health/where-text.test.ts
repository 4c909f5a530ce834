import { expect, it } from 'vitest';
import { whereText } from '../../src/health/where-text.ts';
import { stage, http, stdio } from '../supervisor/stage.ts';

it.each([
  [{ pid: 4711 }, 'pid 4711'],
  [{ origin: 'https://mcp.example.com' }, 'https://mcp.example.com'],
  [{}, undefined],
])('H1 %j is to be found at %j', (facts, where) => {
  expect(whereText(facts)).toBe(where);
});

it('H2 explain() begins with where the server is to be found', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio, s2: http });
  await passUntil(supervisor.start());
  for (const name of ['s1', 's2']) {
    const where = whereText(supervisor.status(name));
    const expected = where === undefined ? `${name}: ready\n` : `${name}: ready (${where})\n`;
    expect(supervisor.explain(name).text.startsWith(expected)).toBe(true);
  }
});
