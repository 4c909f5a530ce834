import { describe, expect, test } from 'vitest';
import type { PublicState } from '../../machines/public-state.ts';
import type { Refusal } from '../../src/call/admission/admission.ts';
import * as failures from '../../src/call/errors/failures.ts';
import * as refusals from '../../src/call/errors/refusals.ts';
import { HoldfastError } from '../../src/errors/holdfast-error.ts';
import { readyState } from './ready-state.ts';

const tool = { noun: 'tool', isRead: false } as const;
const call = { kind: tool, server: 'files', subject: 'read', attempts: 0, generation: 3 };
const sent = { ...call, attempts: 2 };
const reading = {
  ...sent,
  kind: { noun: 'resource', isRead: true },
  subject: 'file:///a',
} as const;

const ready = { ...readyState, generation: 3 };
const lastError = { kind: 'transient', code: 'ECONNREFUSED', message: 'refused' } as const;

const mayHaveRun = 'The tool may have run all the same: check its effect before calling it again.';
const mereRead = 'Nothing was changed by it: ask again if it is still wanted.';

function told({ code, message, advice, attempts, generation }: HoldfastError) {
  return { code, message, advice, attempts, generation };
}

describe('K4 E1 a call that is turned away is told', () => {
  test.each<[Omit<Refusal, 'kind'>, Partial<PublicState>, string, string]>([
    [
      { code: 'SERVER_SHUT_DOWN' },
      {},
      'files is shut down.',
      'Nothing ran. It was stopped on purpose: go on without it, or have a person start it with restart() or "holdfast restart files".',
    ],
    [
      { code: 'SERVER_PARKED', retryAfterMs: 300_000 },
      { parkReason: 'startup', lastError },
      'files is parked: it could not be started (ECONNREFUSED).',
      'Nothing ran. Go on without this server, or try again in 300 seconds.',
    ],
    [
      { code: 'SERVER_PARKED' },
      { parkReason: 'budget' },
      'files is parked: it was lost and could not be reached again.',
      'Nothing ran. Go on without this server, or try again later.',
    ],
    [
      { code: 'SERVER_PARKED' },
      { parkReason: 'flapping' },
      'files is parked: its sessions kept breaking before they did anything.',
      'Nothing ran. Go on without this server, or try again later.',
    ],
    [
      { code: 'SERVER_PARKED' },
      { parkReason: 'internal' },
      'files is parked: its supervision failed.',
      'Nothing ran. Go on without this server, or try again later.',
    ],
    [
      { code: 'SERVER_PARKED' },
      { parkReason: 'permanent', lastError },
      'files is parked: its configuration cannot work as it is (ECONNREFUSED).',
      'Nothing ran. A person has to correct the configuration; go on without this server.',
    ],
    [
      { code: 'SERVER_PARKED' },
      {
        parkReason: 'permanent',
        lastError: { ...lastError, code: 'PROTOCOL_VERSION_UNSUPPORTED' },
      },
      'files is parked: its configuration cannot work as it is (PROTOCOL_VERSION_UNSUPPORTED).',
      'Nothing ran. A person has to change the server, or holdfast, to a version that speaks a protocol revision of the other; go on without this server.',
    ],
    [
      { code: 'AUTH_REQUIRED' },
      { parkReason: 'auth' },
      'files asks for a login.',
      'Nothing ran. A person has to log in ("holdfast login files"); go on without this server until then.',
    ],
    [
      { code: 'SERVER_UNAVAILABLE', retryAfterMs: 1_000 },
      { connection: 'connecting' },
      'files has no session: it is still connecting.',
      'Nothing ran. The connection is being restored; try again in a second.',
    ],
    [
      { code: 'SERVER_UNAVAILABLE', retryAfterMs: 1_001 },
      { connection: 'reconnecting', lastError },
      'files has no session: it is reconnecting (ECONNREFUSED).',
      'Nothing ran. The connection is being restored; try again in 2 seconds.',
    ],
    [
      { code: 'SERVER_UNAVAILABLE', retryAfterMs: 0 },
      {},
      'files has no session: it is being checked after a failure.',
      'Nothing ran. The connection is being restored; try again in a second.',
    ],
    [
      { code: 'SERVER_UNAVAILABLE', isUnstarted: true },
      { connection: 'connecting' },
      'files was never started.',
      'Nothing ran. The host has to call start() of the supervisor first, and need not await it.',
    ],
    [
      { code: 'CIRCUIT_OPEN', retryAfterMs: 60_000 },
      { lastError },
      'files failed too often lately (ECONNREFUSED), so calls are held off.',
      'Nothing ran. Do something else and try again in 60 seconds.',
    ],
    [
      { code: 'QUEUE_FULL' },
      {},
      'files has as many calls as it takes at once.',
      'Nothing ran. Wait for running calls to end, then try again.',
    ],
    [
      { code: 'OVERLOADED', retryAfterMs: 5_000 },
      {},
      'files turned the call away because it is overloaded.',
      'Nothing ran. Make fewer calls and try again in 5 seconds.',
    ],
  ])('%o', (refusal, state, message, advice) => {
    const standing = { state: { ...ready, ...state }, loginWanted: { scope: 'mcp' } };
    const error = refusals.refused(call, { kind: 'refuse', ...refusal }, standing);
    const { code, retryAfterMs } = refusal;
    expect(error).toMatchObject({ message, advice, code, server: 'files', attempts: 0 });
    expect(error.retryAfterMs).toBe(retryAfterMs);
    expect(error.login).toEqual(code === 'AUTH_REQUIRED' ? { scope: 'mcp' } : undefined);
    expect(error.generation).toBeUndefined();
  });
});

describe('K2 E1 a call that does not fit is told', () => {
  const names = Array.from({ length: 22 }, (_, index) => `tool-${index}`);
  test.each<[HoldfastError, string, string, string]>([
    [
      refusals.subjectUnknown(call, []),
      'TOOL_UNKNOWN',
      'files has no tool named read. It offers no tools.',
      'Use one of the tools that the server offers.',
    ],
    [
      refusals.subjectUnknown({ ...call, kind: { noun: 'prompt', isRead: true } }, ['a', 'b']),
      'PROMPT_UNKNOWN',
      'files has no prompt named read. It offers a, b.',
      'Use one of the prompts that the server offers.',
    ],
    [
      refusals.toolUnsupported(call),
      'TOOL_UNSUPPORTED',
      'read on files can only be run as a task, and holdfast does not run tasks.',
      'Nothing ran. Use another tool; this one cannot be called.',
    ],
    [
      refusals.invalidArguments(call, 'a is missing'),
      'INVALID_ARGUMENTS',
      'The arguments of read on files do not fit: a is missing.',
      'Nothing ran. Correct the arguments and call again.',
    ],
    [
      refusals.invalidOptions(call, 'x is unknown; did you mean y?'),
      'CONFIG_INVALID',
      'The options of a call to read on files cannot be used: x is unknown; did you mean y?',
      'Nothing ran. The host has to correct the options of the call.',
    ],
  ])('%s', (error, code, message, advice) => {
    expect(told(error)).toEqual({ code, message, advice, attempts: 0, generation: undefined });
  });

  test('E5 twenty names at most, and none without end', () => {
    const shown = names.slice(0, 20).join(', ');
    expect(refusals.subjectUnknown(call, names).message).toContain(`offers ${shown}`);
    expect(refusals.subjectUnknown(call, names).message).not.toContain('tool-20');
    expect(refusals.subjectUnknown(call, names).message).toContain('2 more');
    expect(refusals.subjectUnknown(call, names.slice(0, 20)).message).not.toContain('more');
    expect(refusals.shorten('x'.repeat(300))).toBe('x'.repeat(300));
    expect(refusals.shorten('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
  });
});

describe('K6 K7 E1 a call that was sent is told', () => {
  const cut = { kind: 'unknown', why: 'cut', message: 'it ended after 1.5 s.' } as const;
  const cause = new Error('the server ended.');
  test.each<[HoldfastError, string, string, string]>([
    [
      failures.timedOut(sent, 1_250),
      'CALL_TIMEOUT',
      'read on files gave no answer within 1.3 seconds.',
      mayHaveRun,
    ],
    [
      failures.notTaken(sent, 60_000),
      'SERVER_UNAVAILABLE',
      'files did not take the call of read within 60 seconds.',
      'Nothing ran. The server is being checked; try again later, or go on without it.',
    ],
    [
      failures.cancelled(sent, cause),
      'CALL_CANCELLED',
      'The call of read on files was cancelled.',
      mayHaveRun,
    ],
    [
      failures.outcomeUnknown(sent, cut, cause),
      'OUTCOME_UNKNOWN',
      'The call of read on files was sent, but its answer was lost: it ended after 1.5 s.',
      mayHaveRun,
    ],
    [
      failures.outcomeUnknown(reading, cut, cause),
      'OUTCOME_UNKNOWN',
      'The call of file:///a on files was sent, but its answer was lost: it ended after 1.5 s.',
      mereRead,
    ],
    [
      failures.outcomeUnknown(sent, { ...cut, why: 'malformed', message: 'a page' }, cause),
      'PROTOCOL_ERROR',
      'The answer to read on files was not JSON-RPC: a page.',
      mayHaveRun,
    ],
    [
      failures.declined(sent, { kind: 'declined', message: 'no', rpcCode: -32_000 }, undefined),
      'SERVER_ERROR',
      'files answered read with error -32000: no',
      'The server refused this request; read its message before trying another way.',
    ],
    [
      failures.declined(sent, { kind: 'declined', message: 'no', rpcCode: -32_042 }, undefined),
      'SERVER_ERROR',
      'files answered read with error -32042: no',
      'A person has to visit the URL in `rpcData.elicitations` first; then make the same call again.',
    ],
    [
      failures.declined(sent, { kind: 'declined', message: 'no', httpStatus: 404 }, undefined),
      'SERVER_ERROR',
      'files answered read with HTTP 404: no',
      'The server refused this request; read its message before trying another way.',
    ],
    [
      failures.unusableResult(sent, 'its content is not a list'),
      'SERVER_ERROR',
      'The result of read on files cannot be used: its content is not a list.',
      'The tool ran; its result is at fault, so do not repeat the call.',
    ],
    [
      failures.unusableResult(reading, 'it is too large'),
      'SERVER_ERROR',
      'The result of file:///a on files cannot be used: it is too large.',
      "The server's answer is at fault; asking again is of no use.",
    ],
  ])('%s', (error, code, message, advice) => {
    expect(told(error)).toEqual({ code, message, advice, attempts: 2, generation: 3 });
  });

  test('E1 one that never went ran nowhere, and what ended it is its cause', () => {
    const error = failures.cancelled(call, cause);
    expect([error.advice, error.cause]).toEqual(['Nothing ran.', cause]);
    const parked = new HoldfastError('SERVER_PARKED', 'parked', { advice: 'Wait.' });
    const malformed = { kind: 'unknown', why: 'malformed', message: 'a page' } as const;
    const unknown = failures.outcomeUnknown(sent, malformed, parked);
    expect([unknown.code, unknown.cause]).toEqual(['OUTCOME_UNKNOWN', parked]);
  });

  test('E1 what a server says in its own words is carried along', () => {
    const login = { scope: 'mcp' };
    const said = { kind: 'declined', message: 'no', httpStatus: 403 } as const;
    expect(failures.declined(sent, said, login)).toMatchObject({ httpStatus: 403, login });
    const other = failures.declined(sent, { ...said, httpStatus: 404 }, login);
    expect(other.login).toBeUndefined();
    const rpc = { kind: 'declined', message: 'no', rpcCode: -1, rpcData: { a: 1 } } as const;
    expect(failures.declined(sent, rpc, login)).toMatchObject({ rpcCode: -1, rpcData: { a: 1 } });
    const lost = { ...said, kind: 'unknown', why: 'status', httpStatus: 502 } as const;
    expect(failures.outcomeUnknown(sent, lost, cause)).toMatchObject({ httpStatus: 502, cause });
  });
});
