import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { ConnectError } from '../../src/link/channel.ts';
import { AttemptFailure } from '../../src/link/failure.ts';
import { handshakeFailure } from '../../src/link/handshake-failure.ts';
import { versionRefusal } from '../../src/link/version-refusal.ts';

const spoken = ['2025-06-18', '2025-11-25', '2024-11-05'];

describe('E2 a handshake', () => {
  test('that is answered with an error may be answered otherwise later', () => {
    const failure = handshakeFailure(new McpError(-32_000, 'busy'), spoken);
    expect(failure).toBeInstanceOf(AttemptFailure);
    expect(failure).toMatchObject({
      failure: { kind: 'transient', code: 'HANDSHAKE_REFUSED' },
      message: expect.stringMatching(/handshake.* -32000: .*busy$/) as string,
    });
  });

  test('that is refused for its revision is beyond another try', () => {
    const refused = handshakeFailure(new McpError(-32_022, 'no'), spoken);
    expect(refused).toBeInstanceOf(ConnectError);
    expect(refused).toMatchObject({ kind: 'permanent', code: 'PROTOCOL_VERSION_UNSUPPORTED' });
    // The SDK has no field for this one.
    const message = "Server's protocol version is not supported: 1.0";
    const answered = handshakeFailure(new Error(message), spoken);
    expect(answered).toBeInstanceOf(AttemptFailure);
    expect(answered).toMatchObject({
      failure: { kind: 'permanent', code: 'PROTOCOL_VERSION_UNSUPPORTED', message },
    });
  });

  test('whose answer cannot be used is told with the first three flaws and where they are', () => {
    const flaw = (path: unknown[]) => ({ path, message: 'odd' });
    const issues = [flaw(['serverInfo', 'name']), { message: 'bad' }, flaw(['b', 1]), flaw(['c'])];
    const failure = handshakeFailure(Object.assign(new Error('a listing'), { issues }), spoken);
    expect(failure).toBeInstanceOf(AttemptFailure);
    expect(failure).toMatchObject({
      failure: { kind: 'transient', code: 'HANDSHAKE_INVALID' },
      message:
        "the server's answer to the handshake cannot be used: serverInfo.name: odd; : bad; b.1: odd",
    });
  });

  test.each([
    ['an error of the transport', new ConnectError('auth', 'AUTH_REQUIRED', 'why')],
    ['another error with a code', Object.assign(new Error('why'), { code: -32_022 })],
    ['the name alone', Object.assign(new Error('why'), { name: 'McpError' })],
    ['what only looks like an error of the SDK', { name: 'McpError', code: -32_022 }],
    ['what only looks like a revision', { message: "Server's protocol version" }],
    ['a text about a revision', new Error("Not the Server's protocol version")],
    ['what only looks like flaws', { issues: [] }],
    ['flaws that are no list', Object.assign(new Error('why'), { issues: 'many' })],
    ['a text', "Server's protocol version"],
    ['nothing', undefined],
  ])('that failed by %s failed by just that', (_name, error) => {
    expect(handshakeFailure(error, spoken)).toBe(error);
  });
});

describe('E2 that a server speaks none of our revisions', () => {
  const told = (error: { code: number; data?: unknown }) =>
    versionRefusal(error, spoken)?.message ?? 'no refusal';
  const ours = /holdfast speaks 2024-11-05 to 2025-11-25$/;

  test('is known by its code, and told with ours and theirs', () => {
    const refusal = versionRefusal({ code: -32_022 }, spoken);
    expect(refusal).toMatchObject({ kind: 'permanent', code: 'PROTOCOL_VERSION_UNSUPPORTED' });
    expect(refusal?.message).toMatch(
      / that holdfast speaks; holdfast speaks 2024-11-05 to 2025-11-25$/,
    );
    const theirs = told({ code: -32_022, data: { supported: ['2026-07-28', '2027-01-01'] } });
    expect(theirs).toMatch(ours);
    expect(theirs).toContain('(it speaks 2026-07-28, 2027-01-01); ');
  });

  test('is known of bad parameters by the list beside them, even if that is empty', () => {
    expect(told({ code: -32_602, data: { supported: ['2026-07-28'] } })).toContain('2026-07-28');
    expect(told({ code: -32_602, data: { supported: [] } })).toMatch(ours);
    expect(told({ code: -32_602, data: { supported: [] } })).not.toContain('it speaks');
  });

  test.each([
    ['bad parameters alone', -32_602, undefined],
    ['bad parameters and null', -32_602, null],
    ['bad parameters and a text', -32_602, 'supported'],
    ['bad parameters and another field', -32_602, { requested: '2025-06-18' }],
    ['bad parameters and no list', -32_602, { supported: '2026-07-28' }],
    ['another code', -32_603, { supported: ['2026-07-28'] }],
  ])('is not said by %s', (_name, code, data) => {
    expect(told({ code, data })).toBe('no refusal');
  });

  test('E5 shows of its list what is a revision, and at most five of them', () => {
    const dates = ['2026-01-01', '2026-02-02', '2026-03-03', '2026-04-04', '2026-05-05'];
    const odd = ['x2026-06-06', '2026-06-06x', '26-06-06', '2026-6-06', '2026-06-6', 'a-b-c'];
    const supported = [7, ['2026-06-06'], ...odd, ...dates, '2026-06-06'];
    expect(told({ code: -32_022, data: { supported } })).toContain(
      `(it speaks ${dates.join(', ')});`,
    );
  });
});
