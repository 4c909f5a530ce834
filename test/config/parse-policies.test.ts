import { expect, it } from 'vitest';
import { findPolicyFaults, parsePolicies } from '../../src/config/parse-policies.ts';

function refusal(value: unknown): string {
  try {
    parsePolicies(value);
  } catch (error) {
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
    return (error as Error).message;
  }
  throw new Error('The policy was taken.');
}

it.each<[unknown, string]>([
  ['fast', 'policy: must be an object, not text'],
  [null, 'policy: must be an object, not null'],
  [
    { graceMss: 1, maxSpwns: 1, graceMs: -1 },
    'policy.graceMss: unknown key; did you mean graceMs?; policy.maxSpwns: unknown key; did you mean maxSpawns?',
  ],
  [
    { graceMs: -1, maxSpawns: 0 },
    'policy.graceMs: must be at least 0, not -1; policy.maxSpawns: must be at least 1, not 0',
  ],
])('E3 as policy of a fleet %j is refused with all that is wrong', (value, message) => {
  expect(refusal(value)).toBe(message);
});

it.each<[unknown, object[]]>([
  [{ graceMs: 1 }, []],
  ['fast', [{ path: [], message: 'must be an object, not text' }]],
  [
    { maxSpawns: 1, graceMs: -1, startSlotMs: 1 },
    [
      { path: ['maxSpawns'], message: 'limits the whole fleet; set it in the top-level policy' },
      { path: ['startSlotMs'], message: 'limits the whole fleet; set it in the top-level policy' },
    ],
  ],
  [{ graceMs: -1 }, [{ path: ['graceMs'], message: 'must be at least 0, not -1' }]],
])('E3 of %j as policy of a server is told what is wrong', (value, faults) => {
  expect(findPolicyFaults(value, {})).toEqual(faults);
});

it('E3 what a policy throws that is no refusal is not taken for one', () => {
  const value = Object.defineProperty({}, 'graceMs', {
    enumerable: true,
    get: () => {
      throw new RangeError('a getter of the host');
    },
  });
  expect(() => findPolicyFaults(value, {})).toThrow(RangeError);
});
