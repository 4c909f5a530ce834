import { mustHold, until } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { signal } from '../../stage/processes.ts';
import type { FaultKind } from '../fault-kind.ts';
import { childKind, ready } from './child-kind.ts';
import { failedStarts } from './failed-starts.ts';
import { lives, noOverlap, setMood } from './steering.ts';

const died = ['OUTCOME_UNKNOWN'] as const;

/** What child processes do to those who started them. */
export const childKinds: readonly FaultKind[] = [
  ...failedStarts,
  childKind({
    name: 'child-exit-mid-call',
    mustHold: 'K7 the write is unknown, the read is sent again; L2 the death tells its code',
    smoke: true,
    call: 'exit',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-effect-then-exit',
    mustHold: 'K7 what was done before the death is not done again',
    smoke: true,
    call: 'effect-then-exit',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-answer-then-exit',
    mustHold: 'L2 an answer written just before death counts',
    smoke: true,
    call: 'answer-then-exit',
    effect: ['ok'],
    lives: 2,
  }),
  childKind({
    name: 'child-sigkill-in-call',
    mustHold: 'L2 K8 the call settles with the death',
    call: 'sigkill',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-sigkill',
    mustHold: 'C6 the first new attempt comes at once; nothing is lost that was not in flight',
    smoke: true,
    strike: (_lab, pid) => signal(pid, 'SIGKILL'),
    effect: ['ok', ...died],
    lives: 2,
  }),
  childKind({
    name: 'child-sigstop-sigcont',
    mustHold: 'K1 a stopped server makes calls late, and nothing else',
    strike: async (_lab, pid) => {
      signal(pid, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      signal(pid, 'SIGCONT');
    },
    effect: ['ok'],
    lives: 1,
  }),
  {
    name: 'child-sigstop-for-good',
    group: 'child',
    transports: ['stdio'],
    mustHold:
      'K9 L8 a timeout leads to a check, the check to a loss; L4 even a stopped one is ended',
    run: async (lab) => {
      await ready(lab);
      signal(lab.status.pid ?? 0, 'SIGSTOP');
      const end = await lab.effect({ timeoutMs: 1_000 });
      mustHold(end.code === 'CALL_TIMEOUT', 'K1 the call times out', end);
      await until(() => lab.told('server.lost').length === 1, 'the silence is a loss', 40_000);
      await until(() => lives(lab) === 2, 'it is started again');
      await lab.recovers();
      noOverlap(lab);
    },
  },
  {
    name: 'child-ignores-sigterm',
    group: 'child',
    transports: ['stdio'],
    mustHold: 'L4 C13 a rebuild ends it by force and starts the next only then',
    smoke: true,
    run: (lab) => rebuilt(lab, ['ignore-sigterm']),
  },
  {
    name: 'child-second-start-while-first-dies',
    group: 'child',
    transports: ['stdio'],
    mustHold: 'C13 also after remove and add, and after several retries, only one runs at a time',
    run: secondStart,
  },
  childKind({
    name: 'child-closes-only-stdout',
    mustHold: 'L2 nothing can come any more: the write is unknown and a new one is started',
    call: 'close-stdout',
    effect: [...died, 'CALL_TIMEOUT'],
    read: ['ok', 'CALL_TIMEOUT'],
    timeoutMs: 1_500,
    lives: 2,
  }),
  childKind({
    name: 'child-closes-only-stdin',
    mustHold: 'nothing can be sent any more: it is noticed, and a new one is started',
    call: 'close-stdin',
    effect: [...died, 'CALL_TIMEOUT'],
    read: ['ok', 'CALL_TIMEOUT'],
    timeoutMs: 1_500,
    lives: 2,
  }),
  childKind({
    name: 'child-noise-on-stdout',
    mustHold: 'L3 noise is noted and harms nobody',
    smoke: true,
    start: ['noise'],
    call: 'noise-then-answer',
    effect: ['ok'],
    lives: 1,
  }),
  childKind({
    name: 'child-broken-json',
    mustHold: 'L3 a broken line is noise: its call times out, the session is checked and stays',
    call: 'broken-json',
    effect: ['CALL_TIMEOUT', 'PROTOCOL_ERROR'],
    timeoutMs: 1_500,
    lives: 1,
  }),
  childKind({
    name: 'child-half-line-then-exit',
    mustHold: 'L2 half an answer is none',
    smoke: true,
    call: 'half-line-then-exit',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-line-in-halves',
    mustHold: 'L3 a line that comes in parts is one line',
    call: 'slow-halves',
    effect: ['ok'],
    lives: 1,
  }),
  childKind({
    name: 'child-stderr-flood',
    mustHold: 'L3 two megabytes on stderr block nobody',
    start: ['flood'],
    call: 'flood-then-answer',
    effect: ['ok'],
    lives: 1,
  }),
  childKind({
    name: 'child-helper-holds-pipes',
    mustHold: 'L2 a helper on stdout hides no death, and is gone before the next start',
    smoke: true,
    start: ['helper'],
    call: 'exit',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-grandchild-in-own-session',
    mustHold: 'L4 what left the group and ignores SIGTERM is ended too',
    start: ['own-session'],
    call: 'exit',
    effect: died,
    lives: 2,
  }),
  childKind({
    name: 'child-wrapper-killed',
    mustHold: 'L4 when the wrapper dies, the server it had started is ended before the next start',
    serve: { file: 'wrapper.mjs' },
    strike: (lab) => signal(lab.status.pid ?? 0, 'SIGKILL'),
    effect: ['ok', ...died],
    lives: 2,
  }),
  bigLine('child-ten-megabyte-line', 10 * 1024 * 1024, 'ok'),
  bigLine('child-line-over-the-bound', 17 * 1024 * 1024, 'SERVER_ERROR'),
];

function bigLine(name: string, bytes: number, code: string): FaultKind {
  return {
    name,
    group: 'child',
    transports: ['stdio'],
    mustHold:
      'L3 lines of up to 16 MiB are read; a longer one ends its call, and the session stays',
    run: async (lab) => {
      await ready(lab);
      const end = await lab.call('big', { bytes }, { timeoutMs: 20_000 });
      const seen = { code: end.code, characters: end.text.length };
      mustHold(end.code === code, `it ends as ${code}`, seen);
      mustHold(code !== 'ok' || end.text.length === bytes, 'the text is whole', seen);
      await lab.recovers();
      mustHold(lives(lab) === 1, 'the session stays', lives(lab));
    },
  };
}

async function rebuilt(lab: Lab, start: readonly string[]): Promise<void> {
  await ready(lab, { start });
  const { outcome } = await lab.supervisor.retry('server');
  mustHold(outcome === 'revived', 'C9 the rebuild succeeds', outcome);
  await lab.recovers();
  mustHold(lives(lab) === 2, 'it was started twice', lives(lab));
  noOverlap(lab);
}

async function secondStart(lab: Lab): Promise<void> {
  await ready(lab, { start: ['ignore-sigterm', 'own-session'] });
  const { supervisor, peer } = lab;
  const retries = [1, 2, 3].map(() => supervisor.retry('server'));
  await Promise.all(retries);
  const removed = supervisor.remove('server');
  supervisor.add('server', peer.entry);
  await removed;
  setMood(lab, {});
  await lab.recovers();
  noOverlap(lab);
}
