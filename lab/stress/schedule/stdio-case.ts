import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Supervisor } from '../../../src/index.ts';
import { readNotes } from '../notes.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { scheduledEntry } from '../scheduled-entry.ts';
import type { Bound } from '../bound.ts';
import { ended, type Case, type Stage } from './case.ts';
import type { Dial } from './window.ts';

type Mode = 'answer' | 'refuse' | 'flap' | 'hang';

/** A real process, or several of them, whose starts are judged. */
export interface StdioPlay extends Stage {
  readonly supervisor: Supervisor;
  /** What the next starts do. */
  become(mode: Mode): Promise<void>;
  /** Kills the process that is there; its own last word is this moment. */
  kill(): void;
}

export interface StdioPart {
  readonly name: string;
  readonly mode: Mode;
  readonly servers?: number;
  /** What happens until the end; nothing by default. */
  play?(play: StdioPlay): Promise<void>;
  judge(dials: readonly Dial[], stage: Stage): readonly Bound[];
}

export const ONLY = 'judged';

export function stdioCase(part: StdioPart): Case {
  return {
    name: part.name,
    async run(stage) {
      const { rules, end } = stage;
      const { startsPerHour } = rules;
      const fleet = await recordedFleet(async (folder) => {
        await writeFile(join(folder, 'mode'), part.mode);
        const entry = (name: string) => ({
          ...scheduledEntry(folder, name),
          policy: { startsPerHour },
        });
        const names = Array.from(
          { length: part.servers ?? 1 },
          (_, index) => `${ONLY}${index || ''}`,
        );
        return {
          policy: rules.policy,
          servers: Object.fromEntries(names.map((name) => [name, entry(name)])),
        };
      });
      const { supervisor, folder } = fleet;
      const kills: number[] = [];
      // It ends when every server is ready or parked, which is not waited for.
      const started = supervisor.start().catch(() => undefined);
      await part.play?.({
        ...stage,
        supervisor,
        become: (mode) => writeFile(join(folder, 'mode'), mode),
        kill() {
          process.kill(supervisor.status(ONLY).pid ?? NaN, 'SIGKILL');
          kills.push(Date.now());
        },
      });
      await ended(end);
      const bounds = part.judge(dialsIn(folder, kills), stage);
      const atEnd = await fleet.end();
      await started;
      return [...bounds, ...atEnd];
    },
  };
}

/** A process that was killed could not note its end. */
function dialsIn(folder: string, kills: readonly number[]): Dial[] {
  const notes = readNotes(folder);
  const ends = [...notes.filter(({ what }) => what === 'end').map(({ at }) => at), ...kills];
  return notes
    .filter(({ what }) => what === 'start')
    .map(({ at }) => ({
      startedAt: at,
      endedAt: Math.min(...ends.filter((end) => end >= at)),
    }));
}
