import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import {
  generatePaths,
  renderJson,
  renderMarkdown,
  renderMermaid,
  renderVitest,
  type PathsDocument,
} from '../../src/testing/index.ts';
import { createOrder, orderEvents } from './path-machines.ts';

const plan = generatePaths(createOrder(), { events: orderEvents });

describe('the texts of a plan', () => {
  it('as JSON have a format, a version, the edges and the paths', () => {
    const document = JSON.parse(renderJson(plan)) as PathsDocument;
    expect(document).toMatchObject({ format: 'holdfast.paths', version: 1, machine: 'order' });
    expect(document.edges[0]).toEqual({
      from: 'open',
      event: 'pay (amount 5)',
      guard: 'isPositive',
      to: 'charging',
      changes: { amount: 5 },
      arms: {},
      effects: ['start charge'],
    });
    expect(document.paths.map(({ steps }) => steps.length)).toEqual([1, 1, 1, 2, 4]);
  });

  it('as markdown are a row for each way, with guard and what changes', () => {
    const text = renderMarkdown(plan);
    expect(text).toContain(
      '| open | pay (amount 5) | isPositive | charging | amount = 5; start charge |',
    );
    expect(text).toContain('| open | pay (amount 0) | not isPositive | nothing happens |  |');
    expect(text).toContain(
      '| charging | error charge | mayRetry | stays | retries = 1; stop charge; start charge |',
    );
  });

  it('as mermaid are one arrow for all that leads from one state to another', () => {
    expect(renderMermaid(plan)).toBe(`flowchart LR
  s1["open"]
  s2["charging"]
  s3["lapsed"]
  s4["paid"]
  start1(( )) --> s1
  s1 -->|"pay"| s2
  s1 -->|"cancel<br/>after patience"| s3
  s2 -->|"done charge"| s4
  s2 -->|"error charge"| s1
`);
  });

  it('as tests name the machine, its factory and the command that writes them again', () => {
    const text = renderVitest(plan, {
      from: './order.machine.js',
      name: 'createOrder',
      factory: true,
      command: 'holdfast paths --machine ./order.machine.js',
    });
    expect(text).toContain('import { createOrder } from "./order.machine.js";');
    expect(text).toContain('prepareWalks(createOrder({ random: () => 0 })');
    expect(text).toContain('//   holdfast paths --machine ./order.machine.js\n');
    expect(text.match(/^test\(/gm)).toHaveLength(plan.paths.length);
  });

  it('hold names that look like markup or code as text', () => {
    const odd = createMachine({
      id: 'odd\nmachine',
      initial: '"]--> x | <b>',
      states: { '"]--> x | <b>': { on: { 'a"b|c\n*/': 'end' } }, end: {} },
    });
    const made = generatePaths(odd);
    const rows = renderMarkdown(made)
      .split('\n')
      .filter((line) => line.startsWith('| "'));
    expect(rows.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual([6]);
    expect(renderMermaid(made)).not.toMatch(/<b>|\n\*/);
    const code = renderVitest(made, { from: './odd.js', name: 'odd', factory: false });
    const body = code.split('\n').filter((line) => !line.startsWith('import'));
    expect(() => new Script(body.join('\n'))).not.toThrow();
  });

  it('name the states that nothing leads to, and say nothing where there are none', () => {
    expect(plan.unreached).toEqual([]);
    const bare = generatePaths(createOrder());
    expect(bare.unreached).toContain('charging');
    const source = { from: './order.js', name: 'createOrder', factory: true };
    for (const text of [renderMarkdown(bare), renderVitest(bare, source)])
      expect(text).toMatch(/Never reached: .*charging/);
    for (const text of [renderMarkdown(plan), renderVitest(plan, source)])
      expect(text).not.toContain('Never reached');
  });
});
