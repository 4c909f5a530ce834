import { describe, expect, test } from 'vitest';
import { activeStates } from '../../machines/active-states.ts';

describe('the states that a value stands for', () => {
  test('are paths, outer ones first, of every region', () => {
    expect(activeStates({ connection: { parked: 'waiting' }, breaker: 'closed' })).toEqual([
      'connection',
      'connection.parked',
      'connection.parked.waiting',
      'breaker',
      'breaker.closed',
    ]);
  });

  test('are the one state of a flat machine', () => {
    expect(activeStates('idle')).toEqual(['idle']);
  });

  test.each([undefined, null, 7])('are none where %s stands in the place of a value', (value) => {
    expect(activeStates(value)).toEqual([]);
    expect(activeStates({ connection: value })).toEqual(['connection']);
  });
});
