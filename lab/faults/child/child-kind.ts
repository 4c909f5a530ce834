import { mustHold, until } from '../../stage/broken.ts';
import type { CallEnd } from '../../stage/call-end.ts';
import type { Lab } from '../../stage/lab.ts';
import type { PeerOptions } from '../../stage/peer.ts';
import type { FaultKind } from '../fault-kind.ts';
import { lives, noOverlap, setMood, type Mood } from './steering.ts';

/** A fault of a child process that was ready, under a call. */
export interface ChildFault {
  readonly name: string;
  readonly mustHold: string;
  readonly smoke?: boolean;
  /** From its first life on. */
  readonly start?: readonly string[];
  /** What it does at the next call that leaves an effect. */
  readonly call?: string;
  /** What is done to it once its calls have begun. */
  readonly strike?: (lab: Lab, pid: number) => Promise<void> | void;
  readonly effect: readonly CallEnd['code'][];
  /** Sent at the same time; one that only reads is sent again after a death (K7). */
  readonly read?: readonly CallEnd['code'][];
  /** Lives in all: 1 for one that must not have been ended. */
  readonly lives: number;
  readonly timeoutMs?: number;
  readonly serve?: PeerOptions;
}

const CALL_MS = 10_000;

export function childKind(fault: ChildFault): FaultKind {
  return {
    name: fault.name,
    group: 'child',
    transports: ['stdio'],
    mustHold: fault.mustHold,
    ...(fault.smoke === true && { smoke: true }),
    run: async (lab) => {
      const start: Mood = fault.start === undefined ? {} : { start: fault.start };
      await ready(lab, start, fault.serve);
      if (fault.call !== undefined) setMood(lab, { ...start, call: fault.call });
      const pid = lab.status.pid ?? 0;
      const options = { timeoutMs: fault.timeoutMs ?? CALL_MS, waitForReadyMs: 15_000 };
      const calls = Promise.all([lab.effect(options), lab.read(options)]);
      await fault.strike?.(lab, pid);
      const [effect, read] = await calls;
      mustHold(
        fault.effect.includes(effect.code),
        `a write ends as ${fault.effect.join()}`,
        effect,
      );
      const mayRead = fault.read ?? ['ok'];
      mustHold(mayRead.includes(read.code), `a read ends as ${mayRead.join()}`, read);
      if (fault.lives > 1) await until(() => lives(lab) >= fault.lives, 'it is started again');
      await lab.recovers();
      const last = await lab.effect({ waitForReadyMs: 10_000 });
      mustHold(last.code === 'ok', 'a write is answered again', last);
      mustHold(lives(lab) === fault.lives, `it has lived ${fault.lives} times`, lives(lab));
      noOverlap(lab);
    },
  };
}

/** The steered server, ready and stable. */
export async function ready(lab: Lab, mood: Mood = {}, options: PeerOptions = {}): Promise<void> {
  setMood(lab, mood);
  const { entry } = await lab.serve({ file: 'steered.mjs', args: [lab.folder], ...options });
  await lab.supervise(entry);
  await lab.recovers();
  await until(() => lab.told('server.stable').length > 0, 'the session is stable');
}
