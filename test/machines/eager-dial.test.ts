import { describe, expect, test } from 'vitest';
import { stage } from './stage.ts';

const patient = { initialRetries: 100 };

describe('an extra dial while a call waits', () => {
  const eager = { policy: { ...patient, eagerDials: 2 } };

  test('C5a a waiting call dials at once', () => {
    const server = stage(eager);
    server.failed();
    server.retry('call');
    expect(server.state).toMatchObject({ connection: 'connecting', attempting: true });
  });

  test('C5a its failure is not charged, and the delay drawn before is waited again in full', () => {
    const server = stage(eager);
    server.failed();
    server.advance(900);
    server.retry('call');
    server.failed({ code: 'LATER' });
    expect(server.state).toMatchObject({
      retries: 1,
      step: 1,
      waitMs: 1_000,
      lastError: { code: 'LATER' },
    });
    server.advance(999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state.attempting).toBe(true);
    server.failed();
    expect(server.state).toMatchObject({ retries: 2, waitMs: 2_000 });
  });

  test('C5a an extra dial that times out is not charged either', () => {
    const server = stage(eager);
    server.failed();
    server.retry('call');
    server.advance(60_000);
    expect(server.state).toMatchObject({ attempting: false, retries: 1, waitMs: 1_000 });
  });

  test('C5a an outage has only so many extra dials', () => {
    const server = stage(eager);
    server.failed();
    for (const expected of [true, true, false]) {
      server.retry('call');
      expect(server.state.attempting).toBe(expected);
      if (expected) server.failed();
    }
    server.advance(1_000);
    server.failed();
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });

  test('C5a a session refills them', () => {
    const server = stage({ policy: { ...patient, eagerDials: 1 } });
    server.failed();
    server.retry('call');
    server.opened();
    server.lost();
    server.retry('call');
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });

  test('C5a C10 a retry by a person refills them', () => {
    const server = stage({ policy: { ...patient, eagerDials: 1 } });
    server.failed();
    server.retry('call');
    server.failed();
    server.retry('user');
    server.failed();
    server.retry('call');
    expect(server.state.attempting).toBe(true);
  });

  test('C5a there is none while the delay came from a hint', () => {
    const server = stage(eager);
    server.failed({ retryAfterMs: 5_000 });
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });

  test('C5a a hint that changed nothing stops none', () => {
    const server = stage(eager);
    server.failed({ retryAfterMs: 500 });
    server.retry('call');
    expect(server.state.attempting).toBe(true);
  });

  test('C5a a hint in answer to an extra dial lengthens the wait and ends the extra dials', () => {
    const server = stage(eager);
    server.failed();
    server.retry('call');
    server.failed({ retryAfterMs: 7_000 });
    expect(server.state).toMatchObject({ waitMs: 7_000, retries: 1 });
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });

  test('C5a without eager dials, as over stdio, a waiting call changes nothing', () => {
    const server = stage();
    server.failed();
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });

  test('C5a a person who joins an extra dial makes it an attempt that counts', () => {
    const server = stage(eager);
    server.failed();
    server.advance(1_000);
    server.failed();
    server.retry('call');
    server.retry('user');
    server.failed();
    expect(server.state).toMatchObject({ retries: 1, step: 1, waitMs: 1_000 });
  });
});
