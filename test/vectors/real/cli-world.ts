import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultPolicy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/index.ts';
import type { SupervisorEvent } from '../../../src/index.ts';
import {
  unseen,
  type Patience,
  type VectorStage,
  type VectorWorld,
  type View,
} from '../../../src/testing/vectors/stage.ts';
import type { Act } from '../../../src/testing/vectors/step.ts';
import { CliProcess } from '../../cli/cli-process.ts';
import { cameWithin } from './patience.ts';
import { Puppet, type Strings } from './puppet.ts';
import { stdioStrings } from './stdio-puppet.ts';

const BOUND_MS = 30_000;

/** The command line `holdfast up` with a real server, called by other command lines. */
export function cliWorld(file: () => string): VectorWorld {
  return {
    name: 'cli',
    async open() {
      const folder = await mkdtemp(join(tmpdir(), 'holdfast-vector-'));
      const puppet = new Puppet();
      const strings = await stdioStrings(puppet);
      const config = JSON.stringify({ servers: { files: strings.entry } });
      await writeFile(join(folder, 'holdfast.json'), config);
      return new CliStage({ file: file(), folder, puppet, strings });
    },
  };
}

interface CliParts {
  readonly file: string;
  readonly folder: string;
  readonly puppet: Puppet;
  readonly strings: Strings;
}

class CliStage implements VectorStage {
  readonly time = { policy: defaultPolicy, scale: 1 };
  readonly patience: Patience = { until: (holds) => cameWithin(BOUND_MS, holds) };
  readonly #parts: CliParts;
  readonly #up: CliProcess;
  readonly #calls: Record<string, { outcome: string }> = {};
  readonly #processes: CliProcess[] = [];
  #report: unknown = undefined;

  constructor(parts: CliParts) {
    this.#parts = parts;
    this.#up = this.#run('up', '--json');
  }

  async act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'peer':
        await this.#parts.puppet.act(act.act, this.#parts.strings);
        return;
      case 'call':
        return this.#call(act.act.id);
      case 'answer':
        return this.#parts.puppet.answer(act.call);
      case 'host':
        if (act.act.signal === undefined) break;
        this.#report = 'pending';
        this.#up.child.kill(act.act.signal);
        return;
      default:
    }
    throw new Error(`nobody does that with a command line: ${act.kind}`);
  }

  async wait(): Promise<void> {
    throw new Error('a command line has all the time it needs');
  }

  look(): View {
    const events = this.#told();
    return {
      ...unseen,
      state: stateAfter(events),
      emitted: events,
      links: { ...this.#parts.puppet.counts },
      calls: this.#calls,
      report: this.#reportNow(events),
    };
  }

  async stop(): Promise<void> {
    for (const { child, finished } of this.#processes) {
      child.kill('SIGKILL');
      await finished;
    }
    await this.#parts.strings.close();
    await rm(this.#parts.folder, { recursive: true });
  }

  #run(...args: string[]): CliProcess {
    const { file, folder } = this.#parts;
    const made = new CliProcess(file, args, { cwd: folder, env: { XDG_RUNTIME_DIR: folder } });
    this.#processes.push(made);
    return made;
  }

  #call(id: string): void {
    const outcome = { outcome: 'pending' };
    this.#calls[id] = outcome;
    const call = this.#run('call', 'files', 'write', JSON.stringify({ call: id }));
    // Not awaited: the case looks at its outcome.
    void call.finished.then(({ code, stderr }) => {
      outcome.outcome = code === 0 ? 'ok' : stderr.trim();
    });
  }

  #told(): (SupervisorEvent | { type: 'stopped' })[] {
    const whole = this.#up.stdout.split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as SupervisorEvent);
  }

  /** What `up` said last, and its exit code; both are there only once it has left. */
  #reportNow(events: readonly { type: string }[]): unknown {
    const code = this.#up.child.exitCode;
    const last = events.at(-1);
    return code === null || last?.type !== 'stopped' ? this.#report : { ...last, code };
  }
}

/** All that a command line tells of a server's state is its name. */
function stateAfter(events: readonly { type: string }[]): PublicState | null {
  const last = events.findLast(({ type }) => type === 'server.state');
  return last === undefined ? null : ({ connection: (last as { state?: string }).state } as never);
}
