import { describe, expect, onTestFinished, test } from 'vitest';
import { faults } from '../fixtures/http/faults.mjs';
import { startSseFaultServer } from '../fixtures/http/sse-fault-server.mjs';
import { startOAuthServer } from '../fixtures/oauth/oauth-server.mjs';
import { codeOf, NAME, supervise } from '../requirements/stage.ts';
import { until } from './http-peer.ts';
import { callAtOnce, startGuardedServer, superviseGuarded, tenAnswers } from './login-stage.ts';
import { MachineLogin, MemoryLogin } from './memory-login.ts';

describe('L10 a login that has to be renewed', () => {
  test('C16 ten calls that meet the same 401 cost one refresh, and none of them fails', async () => {
    const guarded = await startGuardedServer({ tokenDelayMs: 50 });
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    oauth.expireAccess();
    expect(await callAtOnce(fleet, 10)).toEqual(tenAnswers);
    expect(oauth.counts).toMatchObject({ refreshes: 1, reuses: 0 });
    expect(fleet.status().generation).toBe(1);
    expect(login).toMatchObject({ redirects: 0, invalidations: 0 });
  });

  test('two supervisors over one provider share its renewals', async () => {
    const guarded = await startGuardedServer({ tokenDelayMs: 50 });
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleets = [superviseGuarded(guarded, login), superviseGuarded(guarded, login)];
    await Promise.all(fleets.map(({ supervisor }) => supervisor.start()));
    oauth.expireAccess();
    const answers = await Promise.all(fleets.map((fleet) => callAtOnce(fleet, 10)));
    expect(answers).toEqual([tenAnswers, tenAnswers]);
    expect(oauth.counts).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  test('an attempt that begins with old tokens renews them', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    oauth.expireAccess();
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    expect(fleet.status().state).toBe('ready');
    expect(oauth.counts.refreshes).toBe(1);
  });

  test('what the authorization server gave reaches the store whole, with its issuer', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    oauth.expireAccess();
    await superviseGuarded(guarded, login).supervisor.start();
    expect(login.saved).toEqual([
      {
        access_token: expect.stringMatching(/^access-/) as string,
        refresh_token: expect.stringMatching(/^refresh-/) as string,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'mcp',
        issuer: oauth.origin,
      },
    ]);
    expect(oauth.tokenRequests).toEqual([
      expect.objectContaining({ grant_type: 'refresh_token', resource: oauth.url.href }),
    ]);
  });

  test('tokens whose end is known are renewed before it, so that no request meets a 401', async () => {
    const guarded = await startGuardedServer({ expiresIn: 2 });
    const { oauth, mcp } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    oauth.expireAccess();
    const fleet = superviseGuarded(guarded, login, { keepaliveMs: false });
    const begunAt = performance.now();
    await fleet.supervisor.start();
    // Only the tokens that the test began with.
    expect(oauth.counts.refused).toBe(1);
    let calls = 0;
    while (oauth.counts.refreshes < 3) {
      await fleet.supervisor.callTool(NAME, 'echo', { text: 'x' });
      calls += 1;
    }
    expect(oauth.counts.refused).toBe(1);
    expect(calls).toBe(mcp.counts.calls);
    expect(oauth.counts.reuses).toBe(0);
    // Once at the start, then twice, each time when nine tenths of two seconds were over.
    expect(performance.now() - begunAt).toBeGreaterThan(3_500);
  });

  test('a store that cannot save costs neither the session nor the new tokens', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    login.isFull = true;
    oauth.expireAccess();
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    expect(await callAtOnce(fleet, 10)).toEqual(tenAnswers);
    expect(login.saved).toEqual([]);
    login.isFull = false;
    await callAtOnce(fleet, 1);
    expect(login.saved).toHaveLength(1);
    expect(oauth.counts).toMatchObject({ refreshes: 1, reuses: 0 });
  });

  test('a listen stream that is refused over and over costs one refresh each time, not a storm', async () => {
    const guarded = await startGuardedServer();
    const { oauth, mcp } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login, { parkedProbeMs: false });
    mcp.fail('GET', faults.unauthorized);
    await fleet.supervisor.start();
    await fleet.reaches('parked');
    expect(fleet.status().parkReason).toBe('auth');
    expect(oauth.counts.refreshes).toBeLessThanOrEqual(2);
  });

  test('a client that logs in by itself gets its first tokens without anybody', async () => {
    const guarded = await startGuardedServer();
    const login = new MachineLogin();
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    guarded.oauth.expireAccess();
    expect(await callAtOnce(fleet, 10)).toEqual(tenAnswers);
    expect(guarded.oauth.counts.codes).toBe(2);
  });
});

test('L7 L10 a server over legacy SSE is logged in to the same way', async () => {
  const mcp = await startSseFaultServer();
  onTestFinished(() => mcp.close());
  const oauth = await startOAuthServer({ mcp, path: '/sse' });
  onTestFinished(() => oauth.close());
  const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
  const entry = { url: oauth.url.href, transport: 'sse' as const, auth: login };
  const fleet = supervise({ servers: { [NAME]: entry } });
  oauth.expireAccess();
  await fleet.supervisor.start();
  expect(fleet.status().state).toBe('ready');
  oauth.expireAccess();
  expect(await callAtOnce(fleet, 10)).toEqual(tenAnswers);
  expect(oauth.counts).toMatchObject({ refreshes: 2, reuses: 0 });
});

test('L9 a token that the server repeats in an error is not shown', async () => {
  const guarded = await startGuardedServer();
  const { oauth, mcp } = guarded;
  const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
  const fleet = superviseGuarded(guarded, login);
  await fleet.supervisor.start();
  const token = login.kept?.access_token ?? '';
  const body = (id: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: `no: ${token}` } });
  mcp.fail('tools/call', { kind: 'status', status: 200, body });
  const call = fleet.supervisor.callTool(NAME, 'echo', { text: 'x' });
  const { message } = (await call.catch((error: unknown) => error)) as Error;
  expect(message).toContain('no: [redacted]');
  expect(message).not.toContain(token);
});

describe('L10 a scope that the tokens lack', () => {
  test('is asked for once, and then the refusal is the answer', async () => {
    const guarded = await startGuardedServer();
    const { oauth } = guarded;
    const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
    const fleet = superviseGuarded(guarded, login);
    await fleet.supervisor.start();
    oauth.configure({ needs: 'admin' });
    const call = () => fleet.supervisor.callTool(NAME, 'echo', { text: 'x' });
    await expect(call()).rejects.toMatchObject({ code: 'SERVER_ERROR', httpStatus: 403 });
    const refusal = await call().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'SERVER_ERROR', httpStatus: 403 });
    const metadataUrl = `${oauth.origin}/.well-known/oauth-protected-resource${oauth.url.pathname}`;
    expect(refusal).toMatchObject({ login: { scope: 'admin', metadataUrl } });
    expect(oauth.counts.refreshes).toBe(1);
    expect(fleet.status().state).toBe('ready');
  });
});

test('S4 nothing is left of a renewal when the supervisor stops in the middle of it', async () => {
  const guarded = await startGuardedServer();
  const { oauth } = guarded;
  const login = new MemoryLogin({ ...oauth.grant(), issuer: oauth.origin });
  const fleet = superviseGuarded(guarded, login);
  await fleet.supervisor.start();
  oauth.expireAccess();
  oauth.fail('token', 'hang');
  const call = codeOf(fleet.supervisor.callTool(NAME, 'echo', { text: 'x' }));
  await until(() => oauth.tokenRequests.length === 1);
  await Promise.all([fleet.supervisor.stop(), fleet.supervisor.stop()]);
  expect(await call).not.toBe('ok');
  await until(() => oauth.openSockets === 0);
});
