import { describe, expect, test } from 'vitest';
import { stage, troubled } from './stage.ts';

describe('C10 sets back', () => {
  test.each(['retries', 'step', 'flaps'] as const)('C10 the count of %s', (counter) => {
    const server = troubled();
    expect(server.state[counter]).toBe(1);
    server.retry();
    expect(server.state[counter]).toBe(0);
  });

  test('C10 the count of extra dials', () => {
    const server = troubled();
    server.retry('call');
    expect(server.state.attempting).toBe(false);
    server.retry('user');
    server.failed();
    server.retry('call');
    expect(server.state.attempting).toBe(true);
  });

  test('C10 not the free attempt, which only a stable session gives back', () => {
    const server = stage();
    server.opened();
    server.lost({ kind: 'sessionExpired' });
    server.retry();
    server.opened();
    server.lost({ kind: 'sessionExpired' });
    expect(server.state).toMatchObject({ attempting: false, retries: 1 });
  });

  test.each(['call', 'wake'] as const)('C10 not for %s', (reason) => {
    const server = troubled();
    server.retry(reason);
    expect(server.state).toMatchObject({ retries: 1, step: 1, flaps: 1 });
  });
});
