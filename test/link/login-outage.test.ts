import { describe, expect, test } from 'vitest';
import type { OAuthFault } from '../fixtures/oauth/oauth-server.mjs';
import { codeOf, errorOf, NAME } from '../requirements/stage.ts';
import { until } from './http-peer.ts';
import { callAtOnce, startGuardedServer, superviseGuarded } from './login-stage.ts';
import { MemoryLogin } from './memory-login.ts';

const passing: [string, OAuthFault, string][] = [
  ['HTTP 500', { status: 500 }, 'HTTP_500'],
  ['HTTP 503', { status: 503, headers: { 'retry-after': '1' } }, 'HTTP_503'],
  ['HTTP 429', { status: 429 }, 'HTTP_429'],
  ['HTTP 404', { status: 404, body: '<html>' }, 'HTTP_404'],
  ['a 500 that names a refusal', { status: 500, body: { error: 'invalid_grant' } }, 'HTTP_500'],
  ['a temporary error', { status: 400, body: { error: 'temporarily_unavailable' } }, 'temporarily'],
  ['garbage', { status: 200, body: '<html>' }, 'TOKENS_UNREADABLE'],
  ['a reset', 'reset', 'ECONNRESET'],
];

/** No check of the connection of its own accord, and short patience with a failed call. */
const undisturbed = { keepaliveMs: false, earlyPingMs: 60_000, graceMs: 200 } as const;

describe('L10 E2 a token endpoint in trouble is an outage and not a logout', () => {
  test.each(passing)('%s fails the attempt for now', async (_name, fault, reason) => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const before = login.kept;
    oauth.expireAccess();
    oauth.fail('token', fault);
    const fleet = superviseGuarded(guarded, login);
    const started = fleet.supervisor.start();
    await until(() => fleet.told('server.failed').length >= 1);
    expect(fleet.told('server.failed')[0]).toMatchObject({
      charged: true,
      error: { kind: 'transient', code: 'LOGIN_UNAVAILABLE' },
    });
    expect(fleet.told('server.failed')[0]?.error.message).toContain(reason);
    expect(login).toMatchObject({ kept: before, redirects: 0, invalidations: 0 });
    oauth.heal();
    await fleet.supervisor.retry(NAME);
    await started;
    await fleet.reaches('ready');
    expect(oauth.counts).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  test('an authorization server that is down ends a call of a session, not the session', async () => {
    const guarded = await startGuardedServer();
    const { oauth, mcp } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login, undisturbed);
    await fleet.supervisor.start();
    await until(() => mcp.openStreams === 1);
    oauth.expireAccess();
    oauth.fail('token', { status: 503 });
    const error = await errorOf(fleet.supervisor.callTool(NAME, 'effect'));
    expect(error).toMatchObject({ code: 'SERVER_UNAVAILABLE', retryable: true });
    expect(mcp.counts.effects).toBe(0);
    expect(fleet.status()).toMatchObject({ state: 'ready', breaker: 'closed', generation: 1 });
    oauth.heal();
    await until(() => oauth.tokenRequests.length > 0);
    const answered = async () => (await callAtOnce(fleet, 1))[0] === 'answer 0';
    // The next request after the pause of a second renews.
    for (let calls = 0; calls < 20 && !(await answered()); calls += 1);
    expect(oauth.counts.refreshes).toBe(1);
    expect(fleet.status().generation).toBe(1);
  });

  test('calls that meet an outage together do not each ask the token endpoint', async () => {
    const guarded = await startGuardedServer();
    const { oauth, mcp } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login, undisturbed);
    await fleet.supervisor.start();
    await until(() => mcp.openStreams === 1);
    oauth.expireAccess();
    oauth.fail('token', { status: 503, headers: { 'retry-after': '30' } });
    expect(new Set(await callAtOnce(fleet, 10))).toEqual(new Set(['SERVER_UNAVAILABLE']));
    expect(oauth.tokenRequests).toHaveLength(1);
  });

  test.each(['resource', 'metadata'] as const)(
    'an outage of the %s document is one, too, and no other place is asked',
    async (where) => {
      const guarded = await startGuardedServer();
      const { oauth } = guarded;
      const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
      oauth.expireAccess();
      oauth.fail(where, { status: 503 });
      const fleet = superviseGuarded(guarded, login);
      const started = fleet.supervisor.start();
      await until(() => fleet.told('server.failed').length >= 1);
      expect(fleet.told('server.failed')[0]?.error.code).toBe('LOGIN_UNAVAILABLE');
      expect(oauth.tokenRequests).toEqual([]);
      oauth.heal();
      await fleet.supervisor.retry(NAME);
      await started;
      await fleet.reaches('ready');
    },
  );

  test('a store that cannot be read is an outage', async () => {
    const guarded = await startGuardedServer();
    const login = new MemoryLogin();
    login.tokens = () => {
      throw new Error('The store is locked: secret-detail');
    };
    const fleet = superviseGuarded(guarded, login);
    await Promise.race([fleet.supervisor.start(), fleet.reaches('parked')]);
    expect(fleet.told('server.failed')[0]?.error).toMatchObject({
      kind: 'transient',
      code: 'LOGIN_UNAVAILABLE',
    });
    expect(JSON.stringify(fleet.story)).not.toContain('secret-detail');
  });
});

describe('L10 E2 a refusal by the authorization server needs a person', () => {
  test.each(['invalid_grant', 'invalid_client', 'unauthorized_client', 'a_word_of_its_own'])(
    '%s parks for a login',
    async (error) => {
      const guarded = await startGuardedServer();
      const { oauth } = guarded;
      const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
      const before = login.kept;
      oauth.expireAccess();
      oauth.fail('token', { status: 400, body: { error } });
      const fleet = superviseGuarded(guarded, login);
      await fleet.supervisor.start();
      expect(fleet.status()).toMatchObject({ state: 'parked', parkReason: 'auth', attempts: 1 });
      expect(fleet.status().lastError?.code).toBe('AUTH_REQUIRED');
      expect(login).toMatchObject({ kept: before, redirects: 0, invalidations: 0 });
    },
  );

  test('an error in an answer with status 200 is a refusal as well', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    oauth.expireAccess();
    oauth.fail('token', { status: 200, body: { error: 'bad_refresh_token' } });
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    expect(fleet.status().parkReason).toBe('auth');
  });

  test('a refused refresh token is not sent again, whatever probes', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    oauth.revoke();
    const fleet = superviseGuarded(guarded, login, { parkedProbeMs: 30 });
    await fleet.supervisor.start();
    await until(() => fleet.told('server.failed').length >= 4);
    expect(oauth.tokenRequests).toHaveLength(1);
    expect(login.redirects).toBe(0);
  });

  test('C9 a retry after a new login revives at once', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin();
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    expect(fleet.status()).toMatchObject({ state: 'parked', parkReason: 'auth' });
    const refused = await errorOf(fleet.supervisor.callTool(NAME, 'echo', { text: 'x' }));
    expect(refused.code).toBe('AUTH_REQUIRED');
    expect(refused.advice).toContain(`holdfast login ${NAME}`);
    const metadataUrl = `${oauth.origin}/.well-known/oauth-protected-resource${oauth.url.pathname}`;
    expect(refused.login).toEqual({ metadataUrl });
    const waited = await errorOf(fleet.supervisor.ready(NAME, { timeoutMs: 0 }));
    expect(waited).toMatchObject({ code: 'AUTH_REQUIRED', login: { metadataUrl } });
    login.kept = { ...oauth.grant(), issuer: oauth.origin };
    expect(await fleet.supervisor.retry(NAME, 'login')).toMatchObject({ outcome: 'revived' });
    expect(await codeOf(fleet.supervisor.callTool(NAME, 'echo', { text: 'x' }))).toBe('ok');
  });

  test('C16 a login that ends in a proven session gets one free attempt, then parks', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    await callAtOnce(fleet, 1);
    oauth.revoke();
    expect(await callAtOnce(fleet, 3)).toEqual(Array(3).fill('AUTH_REQUIRED'));
    await fleet.reaches('parked');
    expect(fleet.status().parkReason).toBe('auth');
    expect(fleet.told('server.attempting').map(({ cause }) => cause)).toEqual(['ladder', 'loss']);
  });

  test('tokens of another authorization server are not shown to this one', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: 'https://elsewhere.example' });
    oauth.expireAccess();
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    expect(fleet.status().parkReason).toBe('auth');
    expect(oauth.tokenRequests).toEqual([]);
  });
});

test('L9 no token appears in events, errors or status', async () => {
  const guarded = await startGuardedServer();
  const { oauth } = guarded;
  const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
  const fleet = superviseGuarded(guarded, login);
  await fleet.supervisor.start();
  oauth.revoke();
  const error = await errorOf(fleet.supervisor.callTool(NAME, 'echo', { text: 'x' }));
  await fleet.reaches('parked');
  const told = JSON.stringify([
    error,
    error.message,
    fleet.story,
    fleet.supervisor.explain(NAME),
    fleet.status(),
  ]);
  expect(told).not.toMatch(/access-|refresh-/);
});
