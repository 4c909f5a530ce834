import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import {
  createServerMachine,
  defaultFleetPolicy,
  defaultPolicy,
  mergePolicy,
  PolicyError,
  type Policy,
} from '../../machines/index.ts';
import { mergeFleetPolicy } from '../../machines/policy.ts';

const longest = 2 ** 31 - 1;

/** Section 10 of the contract, row by row. */
const serverDefaults = {
  initialRetries: 3,
  reconnectRetries: 5,
  flapBudget: 10,
  baseDelayMs: 1_000,
  factor: 2,
  maxDelayMs: 60_000,
  jitter: 0.5,
  stableAfterMs: 30_000,
  firstConnectTimeoutMs: 60_000,
  connectTimeoutMs: 30_000,
  eagerDials: 0,
  eagerDialMs: 750,
  parkedProbeMs: 300_000,
  parkedJitter: 0.2,
  wakeSpacingMs: 30_000,
  earlyPingMs: 1_000,
  suspectPingMs: 5_000,
  lateVerdictMs: 2_000,
  keepaliveMs: 60_000,
  pingTimeoutMs: 30_000,
  startBurst: 20,
  startsPerHour: 120,
  failureThreshold: 3,
  failureRate: 0.5,
  failureRateMinCalls: 10,
  failureRateWindowMs: 60_000,
  cooldownMs: 60_000,
  cooldownMaxMs: 300_000,
  probeTimeoutMs: 15_000,
  callTimeoutMs: 60_000,
  maxTotalMs: 600_000,
  graceMs: 5_000,
  maxConcurrentCalls: 32,
  queueLimit: 256,
  drainMs: 5_000,
  terminateMs: 2_000,
  stdinGraceMs: 2_000,
  termGraceMs: 2_000,
  listDebounceMs: 300,
  listDebounceMaxMs: 2_000,
};

const fleetDefaults = {
  maxSpawns: 3,
  maxDials: 8,
  startSlotMs: 5_000,
  startTimeoutMs: 90_000,
  shutdownTimeoutMs: 15_000,
};

const delayKeys = Object.keys(serverDefaults).filter((key) => key.endsWith('Ms'));

function refusal(patch: object): PolicyError {
  try {
    mergePolicy(defaultPolicy, patch as Partial<Policy>);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  return expect.unreachable(`accepted ${JSON.stringify(patch)}`);
}

describe('the defaults', () => {
  test('E3 a server has these, and no others', () => {
    expect(defaultPolicy).toEqual(serverDefaults);
  });

  test('E3 the fleet has these, and no others', () => {
    expect(defaultFleetPolicy).toEqual(fleetDefaults);
  });

  test('E3 nobody can change them', () => {
    expect(Object.isFrozen(defaultPolicy)).toBe(true);
    expect(Object.isFrozen(defaultFleetPolicy)).toBe(true);
  });

  test('E3 keys left out or undefined are the defaults', () => {
    const patch = { jitter: 0, factor: undefined } as unknown as Partial<Policy>;
    expect(mergePolicy(defaultPolicy, patch)).toEqual({ ...serverDefaults, jitter: 0 });
    expect(mergePolicy(defaultPolicy, undefined)).toEqual(serverDefaults);
    expect(mergeFleetPolicy(defaultFleetPolicy, undefined)).toEqual(fleetDefaults);
  });

  test('E3 keys left undefined keep what was set before', () => {
    const base = mergePolicy(defaultPolicy, { factor: 3 });
    const patch = { factor: undefined } as unknown as Partial<Policy>;
    expect(mergePolicy(base, patch)).toEqual({ ...serverDefaults, factor: 3 });
  });
});

describe('a policy that cannot be used', () => {
  test.each(delayKeys)('E3 %s is a whole number that a timer can hold', (key) => {
    for (const bad of [-1, longest + 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null]) {
      const { code, issues } = refusal({ [key]: bad });
      expect(code).toBe('CONFIG_INVALID');
      expect(issues.map(({ path }) => path)).toContain(key);
    }
  });

  test.each(['parkedProbeMs', 'keepaliveMs', 'maxTotalMs'])('E3 %s may be false', (key) => {
    expect(mergePolicy(defaultPolicy, { [key]: false })).toMatchObject({ [key]: false });
    expect(refusal({ [key]: true }).message).toBe(`${key}: must be a number, or false, not true`);
    expect(refusal({ [key]: 10_000.5 }).message).toBe(
      `${key}: must be a whole number, or false, not 10000.5`,
    );
  });

  test.each(
    delayKeys.filter((key) => !['parkedProbeMs', 'keepaliveMs', 'maxTotalMs'].includes(key)),
  )('E3 %s may not be false', (key) => {
    expect(refusal({ [key]: false }).message).toBe(`${key}: must be a number, not false`);
  });

  test.each([
    ['parkedProbeMs', 9, 'parkedProbeMs: must be at least 10, or false, not 9'],
    ['wakeSpacingMs', 9, 'wakeSpacingMs: must be at least 10, not 9'],
    ['stableAfterMs', 0, 'stableAfterMs: must be at least 10, not 0'],
    ['cooldownMs', 9, 'cooldownMs: must be at least 10, not 9'],
    ['keepaliveMs', 4_999, 'keepaliveMs: must be at least 5000, or false, not 4999'],
    ['jitter', 1.1, 'jitter: must be at most 1, not 1.1'],
    ['jitter', -0.1, 'jitter: must be at least 0, not -0.1'],
    ['parkedJitter', 2, 'parkedJitter: must be at most 1, not 2'],
    ['failureRate', 50, 'failureRate: must be at most 1, not 50'],
    ['initialRetries', -1, 'initialRetries: must be at least 0, not -1'],
    ['initialRetries', 2.5, 'initialRetries: must be a whole number, not 2.5'],
    ['failureThreshold', 0, 'failureThreshold: must be at least 1, not 0'],
    ['factor', 0.5, 'factor: must be at least 1, not 0.5'],
    ['drainMs', 'soon', 'drainMs: must be a number, not "soon"'],
    ['drainMs', {}, 'drainMs: must be a number, not an object'],
    ['drainMs', longest + 1, 'drainMs: must be at most 2147483647, not 2147483648'],
  ])('E3 %s: %s is refused with its path, the value and what is allowed', (key, value, message) => {
    expect(refusal({ [key]: value }).message).toBe(message);
  });

  test.each([
    ['baseDelayMs', 'maxDelayMs'],
    ['cooldownMs', 'cooldownMaxMs'],
  ])('E3 %s must not be above %s', (low, high) => {
    expect(refusal({ [low]: 500, [high]: 400 }).message).toBe(
      `${low}: ${low} (500) must not be above ${high} (400)`,
    );
    expect(mergePolicy(defaultPolicy, { [low]: 400, [high]: 400 })).toMatchObject({ [high]: 400 });
  });

  test('E3 the order is judged with the defaults in place', () => {
    expect(refusal({ baseDelayMs: 70_000 }).message).toContain('maxDelayMs (60000)');
  });

  test.each([
    ['reconectRetries', 'reconnectRetries'],
    ['parkedprobems', 'parkedProbeMs'],
    ['jiter', 'jitter'],
    ['coolDown', 'cooldownMs'],
  ])('E3 the unknown key %s is answered with %s', (key, nearest) => {
    expect(refusal({ [key]: 1 }).issues).toEqual([
      { path: key, message: `unknown key; did you mean ${nearest}?` },
    ]);
  });

  test('E3 every fault is named, not only the first', () => {
    const { name, issues, message } = refusal({ jitter: 7, drainMs: -1, foo: 1 });
    expect(issues).toHaveLength(3);
    expect(message).toBe(issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '));
    expect(name).toBe('PolicyError');
  });

  test.each([
    [null, 'null'],
    ['fast', '"fast"'],
    [5, '5'],
    [[], 'an object'],
  ])('E3 %j is no policy', (patch, shown) => {
    expect(refusal(patch as unknown as object).message).toBe(`must be an object, not ${shown}`);
  });

  test('E3 long values are cut in the message', () => {
    expect(refusal({ drainMs: 'x'.repeat(10_000) }).message.length).toBeLessThan(120);
  });

  test('E3 the fleet policy is held to the same', () => {
    expect(mergeFleetPolicy(defaultFleetPolicy, { maxSpawns: 1 })).toEqual({
      ...fleetDefaults,
      maxSpawns: 1,
    });
    expect(() => mergeFleetPolicy(defaultFleetPolicy, { maxSpawns: 0 })).toThrow(
      'maxSpawns: must be at least 1, not 0',
    );
  });
});

test('E3 an embedded actor with a bad policy has status error with CONFIG_INVALID', () => {
  const machine = createServerMachine({ random: () => 0 });
  const actor = createActor(machine, { input: { server: 'files', policy: { jitter: 7 } } });
  const errors: unknown[] = [];
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  expect(actor.getSnapshot().status).toBe('error');
  expect(actor.getSnapshot().error).toMatchObject({
    code: 'CONFIG_INVALID',
    message: 'jitter: must be at most 1, not 7',
  });
});
