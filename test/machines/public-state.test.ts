import { describe, expect, test } from 'vitest';
import { publicState } from '../../machines/index.ts';
import { broken, callFailed, open, probing, serving } from './breaker-stage.ts';
import { places } from './every-state.ts';
import { stage } from './stage.ts';

/** Section 11: these and no others. */
const always = [
  'connection',
  'breaker',
  'attempting',
  'retries',
  'step',
  'flaps',
  'generation',
  'heedsSuccess',
];
const sometimes = ['parkReason', 'waitMs', 'cooldownMs', 'lastError', 'draining', 'probe'];

describe('the public state', () => {
  test.each(places)('C1 has its fixed shape while $name', ({ name, link, enter }) => {
    const { state } = enter();
    expect(Object.keys(state)).toEqual(expect.arrayContaining(always));
    expect([...always, ...sometimes]).toEqual(expect.arrayContaining(Object.keys(state)));
    expect(state.connection).toBe(name.split(/[ ,]/, 1)[0]);
    expect(state.attempting).toBe(link === 'attempting');
    expect(state.draining).toBe(name.endsWith('draining') ? true : undefined);
    expect('parkReason' in state).toBe(state.connection === 'parked');
  });

  test.each(places)('C1 holds no undefined and survives JSON while $name', ({ enter }) => {
    const { state } = enter();
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
  });

  test('C1 can be read from a recorded snapshot', () => {
    const server = stage();
    server.opened();
    const recorded = JSON.parse(JSON.stringify(server.actor.getPersistedSnapshot())) as Parameters<
      typeof publicState
    >[0];
    expect(publicState(recorded)).toEqual(server.state);
  });

  test('C1 tells the delay only while it waits for it', () => {
    const server = stage();
    expect(server.state).not.toHaveProperty('waitMs');
    server.failed();
    expect(server.state.waitMs).toBe(1_000);
    server.advance(1_000);
    expect(server.state).not.toHaveProperty('waitMs');
    server.opened();
    expect(server.state).not.toHaveProperty('waitMs');
  });

  test('B4 tells the slot only while the breaker is half-open', () => {
    expect(serving().state).not.toHaveProperty('probe');
    expect(open().state).not.toHaveProperty('probe');
    expect(probing().state.probe).toBe('taken');
  });

  test('S1 stays shutdown when the actor is done', () => {
    const server = stage();
    server.failed();
    server.send({ type: 'shutdown' });
    expect(server.state).toMatchObject({ connection: 'shutdown', breaker: 'retired' });
  });
});

describe('whether a success need be told', () => {
  test('K10 not on the hot path', () => {
    expect(serving().state.heedsSuccess).toBe(false);
  });

  test('K10 after a failure, until the next success', () => {
    const server = serving();
    server.send(broken);
    expect(server.state.heedsSuccess).toBe(true);
    server.send({ type: 'call.succeeded' });
    expect(server.state.heedsSuccess).toBe(false);
  });

  test('K10 a failure that does not count leaves the hot path hot', () => {
    const server = serving();
    server.send(callFailed('overload'));
    expect(server.state.heedsSuccess).toBe(false);
  });

  test('K10 while the breaker is open or half-open', () => {
    expect(open().state.heedsSuccess).toBe(true);
    expect(probing().state.heedsSuccess).toBe(true);
  });

  test('K10 while the cooldown is lengthened', () => {
    const server = probing();
    server.send(callFailed('transport', { probe: true }));
    server.lost();
    server.opened();
    expect(server.state).toMatchObject({ breaker: 'closed', heedsSuccess: true });
    server.send({ type: 'call.succeeded' });
    expect(server.state.heedsSuccess).toBe(false);
  });

  test('K10 F4 a new cooldown in the policy is no trouble to remember', () => {
    const server = serving();
    server.send({ type: 'configure', policy: { cooldownMs: 5_000 } });
    expect(server.state).toMatchObject({ cooldownMs: 5_000, heedsSuccess: false });
  });

  test('K10 not after shutdown', () => {
    const server = open();
    server.send({ type: 'shutdown' });
    expect(server.state.heedsSuccess).toBe(false);
  });
});
