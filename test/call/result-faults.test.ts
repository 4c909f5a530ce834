import { expect, test } from 'vitest';
import { findResultFault, toAnswered } from '../../src/call/checks/result.ts';
import { createSchemas } from '../../src/call/checks/schemas.ts';
import { promptCall } from '../../src/call/kinds/prompt-call.ts';
import { toolCall } from '../../src/call/kinds/tool-call.ts';
import { readTool } from './world.ts';

const structured = { ...readTool, outputSchema: { type: 'object', required: ['sum'] } };

test.each<[object, typeof readTool | undefined, string | undefined]>([
  [{}, undefined, undefined],
  [{ content: [{ type: 'text' }] }, readTool, undefined],
  [{ content: 5 }, readTool, 'its content is not a list'],
  [{ content: [{ type: 'text' }, {}] }, readTool, 'its content holds something without a type'],
  [{ structuredContent: { sum: 1 } }, structured, undefined],
  [{ structuredContent: {} }, structured, 'structuredContent.sum is missing'],
  [{}, structured, 'structuredContent must be object, not undefined'],
  [{ isError: true }, structured, undefined],
])('K6 T6 what is wrong with the result %o of %o: %s', (result, tool, expected) => {
  expect(findResultFault(createSchemas(), { ...result }, tool)).toBe(expected);
});

test('K11 a tool that has nothing to say has empty content, and nothing else has any', () => {
  const record = { attempts: 1, generation: 2 };
  expect(toAnswered({}, { kind: toolCall, ...record })).toEqual({ content: [], ...record });
  expect(toAnswered({}, { kind: promptCall, ...record })).toEqual(record);
});
