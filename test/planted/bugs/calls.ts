import { bug, patchesOf, type Bug } from './bug.ts';

const inReplay = patchesOf('src/call/sending/replay.ts');
const inDispatch = patchesOf('src/call/sending/dispatch.ts');
const inRuns = patchesOf('src/call/sending/runs.ts');
const inCalls = patchesOf('src/call/calls.ts');
const inRoom = patchesOf('src/call/admission/waiting-room.ts');
const inQueue = patchesOf('src/call/admission/queue.ts');
const inSettling = patchesOf('src/call/settling.ts');

/** From a call's submission to its one outcome. */
export const callBugs: readonly Bug[] = [
  bug(
    ['write-replayed', 'K7', 'vectors: world'],
    'a call that may have run is sent again, whatever its tool does',
    inReplay('hints?.readOnlyHint === true || hints?.idempotentHint === true', 'hints !== null'),
  ),
  bug(
    ['replayed-twice', 'K7', 'vectors: world'],
    'a call whose outcome is unknown is replayed until it is known',
    inReplay('return !history.replayed && bearsSecondRun', 'return bearsSecondRun'),
  ),
  bug(
    ['sent-call-denied', 'K7', 'vectors: world'],
    'a call that was sent ends in a code that says it was not',
    inSettling(
      'if (call.unknown === undefined || truthfulCodes.has(error.code)) return error;',
      'if (truthfulCodes.size > 0) return error;',
    ),
  ),
  bug(
    ['total-time-extended', 'K1', 'simulation'],
    'progress extends the time that nothing may extend',
    inDispatch(
      'Math.min(this.#heardAt + timeoutMs, totalEndsAt);\n    this.#timer',
      'this.#heardAt + timeoutMs;\n    this.#timer',
    ),
    inDispatch(
      'Math.min(this.#heardAt + timeoutMs, totalEndsAt);\n    if (now',
      'this.#heardAt + timeoutMs;\n    if (now',
    ),
  ),
  bug(
    ['wait-without-end', 'K4', 'vectors: world'],
    'a call that waits for a session waits until something changes',
    inRoom(
      'if (this.#line.size > 0) this.#setAlarm(Math.min(this.#alarmAt, call.judgeAt, roundAt));',
      'if (this.#line.size > 0) this.#setAlarm(Math.min(this.#alarmAt, roundAt));',
    ),
    inRoom('Math.min(at, judgeAt), moment)', 'Math.min(at, judgeAt + Infinity), moment)'),
  ),
  bug(
    ['queue-without-bound', 'K3', 'vectors: world'],
    'any number of calls may wait',
    inQueue('if (this.#joined.size >= limit) return false;', ''),
  ),
  bug(
    ['queue-unfair', 'K3', 'vectors: world'],
    'who came last goes first',
    inQueue(
      'return [...this.#returned, ...this.#joined];',
      'return [...this.#returned, ...this.#joined].reverse();',
    ),
  ),
  bug(
    ['concurrency-without-bound', 'K3', 'vectors: world'],
    'any number of calls run at once',
    inCalls(
      'this.#runs.size < this.#environment.policy().maxConcurrentCalls',
      'this.#runs.size >= 0',
    ),
  ),
  bug(
    ['cancelled-call-keeps-place', 'K1', 'simulation'],
    'a call that is cancelled while it waits goes on to take up a place in the line',
    inCalls(
      'else this.#fail(call, cancelled(call, call.options.signal?.reason));',
      'else failCall(call, cancelled(call, call.options.signal?.reason));',
    ),
  ),
  bug(
    ['drained-unsaid', 'S2', 'vectors: world'],
    'a shutdown waits its whole time for calls that have long ended',
    inRuns("this.#owner.environment.send({ type: 'drained' });", ''),
  ),
];
