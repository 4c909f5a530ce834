import { describe, expect, test } from 'vitest';
import { becomeStable, stage, type Stage, type StageOptions } from './stage.ts';

function proven(options: StageOptions = {}): Stage {
  const server = stage(options);
  server.opened();
  server.report({ type: 'link.proven' });
  return server;
}

const expired = { kind: 'sessionExpired', code: '404', message: 'session not found' } as const;
const refused = { kind: 'auth', code: '401', message: 'unauthorized' } as const;

describe('a session that the server forgot', () => {
  test('C11 is made anew at once, uncharged', () => {
    const server = proven();
    server.lost(expired);
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      step: 0,
      flaps: 0,
      lastError: { code: '404', kind: 'sessionExpired' },
    });
  });

  test('C11 once: the second in a row is like any loss', () => {
    const server = proven();
    server.lost(expired);
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost(expired);
    expect(server.state).toMatchObject({ attempting: false, retries: 1, waitMs: 1_000 });
  });

  test('C11 a mere proof does not free it again, a stable session does', () => {
    const server = proven();
    server.lost(expired);
    server.opened();
    server.report({ type: 'link.proven' });
    server.advance(29_999);
    server.lost(expired);
    expect(server.state).toMatchObject({ attempting: false, retries: 1 });
    server.advance(1_000);
    becomeStable(server);
    server.lost(expired);
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost(expired);
    expect(server.state).toMatchObject({ attempting: true, retries: 0 });
  });

  test('C11 the attempt it gives is charged when it fails', () => {
    const server = proven();
    server.lost(expired);
    server.failed();
    expect(server.state).toMatchObject({ attempting: false, retries: 1, step: 1 });
  });

  test('C11 C6a on an unproven session it is a flap', () => {
    const server = stage();
    server.opened();
    server.lost(expired);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true, flaps: 1 });
  });

  test('C11 C6a with the flap budget spent it parks', () => {
    const server = stage({ policy: { flapBudget: 0 } });
    server.opened();
    server.lost(expired);
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'flapping' });
  });

  test('C11 a plain loss in between does not free it', () => {
    const server = proven();
    server.lost(expired);
    server.opened();
    server.lost();
    server.advance(1_000);
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost(expired);
    expect(server.state.attempting).toBe(false);
  });

  test('C11 open, one call, expired, over and over is slowed down', () => {
    const server = stage();
    const script = () => {
      if (server.state.attempting) server.opened();
      if (server.state.connection !== 'ready') return;
      server.report({ type: 'link.proven' });
      server.lost(expired);
    };
    for (let second = 0; second < 3_600; second += 1) {
      script();
      server.advance(1_000);
    }
    expect(server.link.attempts.length).toBeLessThan(140);
  });
});

describe('a session whose login was refused', () => {
  test('C16 parks an unproven one with reason auth', () => {
    const server = stage();
    server.opened();
    server.lost(refused);
    expect(server.state).toMatchObject({
      connection: 'parked',
      parkReason: 'auth',
      retries: 0,
      lastError: { code: '401', kind: 'auth' },
    });
    expect(server.link.live).toEqual([]);
  });

  test('C16 a proven one gets one uncharged attempt first', () => {
    const server = proven();
    server.lost(refused);
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      flaps: 0,
    });
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost(refused);
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'auth' });
  });

  test('C16 C4 if that attempt is refused too, it parks', () => {
    const server = proven();
    server.lost(refused);
    server.failed({ kind: 'auth' });
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'auth' });
  });

  test('C16 C11 both share one free attempt', () => {
    const first = proven();
    first.lost(expired);
    first.opened();
    first.report({ type: 'link.proven' });
    first.lost(refused);
    expect(first.state.connection).toBe('parked');
    const second = proven();
    second.lost(refused);
    second.opened();
    second.report({ type: 'link.proven' });
    second.lost(expired);
    expect(second.state).toMatchObject({ connection: 'reconnecting', attempting: false });
  });

  test('C16 a stable session gives it back', () => {
    const server = proven();
    server.lost(refused);
    becomeStable(server);
    server.report({ type: 'link.proven' });
    server.lost(refused);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });

  test('C16 a stable session that proved nothing parks', () => {
    const server = stage();
    becomeStable(server);
    server.lost(refused);
    expect(server.state.parkReason).toBe('auth');
  });

  test('C16 C6a an unproven one counts as a flap as well', () => {
    const server = stage();
    server.opened();
    server.lost(refused);
    expect(server.state.flaps).toBe(1);
  });
});

describe('what belongs to one session', () => {
  test('C6a the next session is unproven again', () => {
    const server = proven();
    server.lost();
    server.advance(1_000);
    server.opened();
    server.lost();
    expect(server.state.flaps).toBe(1);
  });

  test('C5 the next session is unstable again', () => {
    const server = stage();
    becomeStable(server);
    server.lost();
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost();
    expect(server.state).toMatchObject({ attempting: false, retries: 1 });
  });

  test('C2 a second opened in one session changes nothing', () => {
    const server = stage();
    server.opened();
    server.opened();
    expect(server.state.generation).toBe(1);
  });

  test('C5 the error of an outage is forgotten with the next session', () => {
    const server = stage();
    server.opened();
    server.lost();
    server.advance(1_000);
    server.opened();
    expect(server.state).not.toHaveProperty('lastError');
    expect(server.state).not.toHaveProperty('waitMs');
  });

  test('R6 the generation counts the sessions', () => {
    const server = stage({ generation: 4 });
    server.opened();
    expect(server.state.generation).toBe(5);
    expect(server.link.attempts[0]?.input.generation).toBe(5);
  });
});
