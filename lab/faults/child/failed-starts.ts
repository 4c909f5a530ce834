import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StdioEntry } from '../../../src/index.ts';
import { mustHold } from '../../stage/broken.ts';
import { NAME, type Lab } from '../../stage/lab.ts';
import { serverFile } from '../../stage/peer.ts';
import type { FaultKind } from '../fault-kind.ts';
import { noOverlap, setMood } from './steering.ts';

interface FailedStart {
  readonly name: string;
  readonly reason: 'permanent' | 'startup';
  readonly smoke?: boolean;
  /** What is started, and cannot be. */
  readonly entry: (lab: Lab, honest: StdioEntry) => StdioEntry;
  /** Makes it work. Default: the mood is taken back. */
  readonly mend?: (lab: Lab) => void;
  readonly attempts: number;
}

const moody =
  (start: string) =>
  (lab: Lab, honest: StdioEntry): StdioEntry => {
    setMood(lab, { start: [start] });
    return honest;
  };

const starts: readonly FailedStart[] = [
  {
    name: 'command-missing',
    reason: 'permanent',
    smoke: true,
    attempts: 1,
    entry: (lab, honest) => ({ ...honest, command: join(lab.folder, 'program') }),
    mend: (lab) => writeProgram(lab, 0o755),
  },
  {
    name: 'not-executable',
    reason: 'permanent',
    attempts: 1,
    entry: (lab, honest) => {
      writeProgram(lab, 0o644);
      return { ...honest, command: join(lab.folder, 'program') };
    },
    mend: (lab) => chmodSync(join(lab.folder, 'program'), 0o755),
  },
  {
    name: 'cwd-missing',
    reason: 'permanent',
    attempts: 1,
    entry: (lab, honest) => ({ ...honest, cwd: join(lab.folder, 'place') }),
    mend: (lab) => void mkdirSync(join(lab.folder, 'place')),
  },
  { name: 'exit-0-at-once', reason: 'startup', attempts: 4, entry: moody('exit-0') },
  {
    name: 'exit-1-in-handshake',
    reason: 'startup',
    smoke: true,
    attempts: 4,
    entry: moody('exit-in-handshake'),
  },
  {
    name: 'wrapper-forks-and-exits',
    reason: 'startup',
    attempts: 4,
    entry: (lab, honest) => {
      // The server must not be up before its wrapper's end is seen, however busy the machine is.
      setMood(lab, { start: ['slow'] });
      return { ...honest, args: [serverFile('wrapper.mjs'), lab.folder, 'leaves'] };
    },
    mend: (lab) => {
      setMood(lab, {});
      lab.supervisor.replace(NAME, lab.peer.entry);
    },
  },
  { name: 'hangs-in-handshake', reason: 'startup', attempts: 4, entry: moody('hang-in-handshake') },
];

/** Waits of this kind are the point of none of them. */
const policy = { firstConnectTimeoutMs: 6_000, connectTimeoutMs: 6_000, parkedProbeMs: 2_500 };

/** A start that fails until somebody mends it: budget, park, and the way back (C3, C4, C8). */
export const failedStarts: readonly FaultKind[] = [
  ...starts.map(({ name, reason, smoke, entry, mend, attempts }): FaultKind => ({
    name: `child-${name}`,
    group: 'child',
    transports: ['stdio'],
    mustHold: `E2 C3 it parks for \`${reason}\` after ${attempts} attempt(s), and comes back once it is mended`,
    ...(smoke === true && { smoke: true }),
    run: async (lab) => {
      const peer = await lab.serve({ file: 'steered.mjs', args: [lab.folder] });
      const hanging = name === 'hangs-in-handshake';
      const bounds = hanging ? { firstConnectTimeoutMs: 2_000 } : {};
      const given = entry(lab, peer.entry as StdioEntry);
      await lab.supervise(given, { ...policy, ...bounds });
      const [parked] = lab.told('server.parked');
      mustHold(parked?.reason === reason, `it parks for ${reason}`, lab.status);
      const made = lab.story.slice(0, parked === undefined ? 0 : lab.story.indexOf(parked));
      const count = made.filter(({ type }) => type === 'server.attempting').length;
      mustHold(count === attempts, `after ${attempts} attempts`, count);
      const end = await lab.effect();
      mustHold(end.code === 'SERVER_PARKED', 'K4 a call is told so at once', end);
      mustHold(lab.supervisor.tools().length === 0, 'T3 nothing is offered');
      if (mend) mend(lab);
      else setMood(lab, {});
      await lab.recovers();
      noOverlap(lab);
    },
  })),
  {
    name: 'child-very-slow-start',
    group: 'child',
    transports: ['stdio'],
    mustHold: 'C2 K4 four seconds of starting are waited for, also by a call',
    run: async (lab) => {
      setMood(lab, { start: ['slow'] });
      const peer = await lab.serve({ file: 'steered.mjs', args: [lab.folder] });
      const started = lab.supervise(peer.entry);
      await started;
      const attempts = lab.told('server.attempting').length;
      mustHold(attempts === 1, 'C2 there was one attempt', attempts);
      await lab.recovers();
    },
  },
];

/** A program that starts the server; written beside and moved in, so that nobody starts half of it. */
function writeProgram(lab: Lab, mode: number): void {
  const [draft, program] = [join(lab.folder, 'draft'), join(lab.folder, 'program')];
  writeFileSync(draft, `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode });
  renameSync(draft, program);
}
