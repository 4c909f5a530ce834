import { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { CallLine } from '../lines/line.ts';
import { safeCode } from '../lines/safe-code.ts';

export interface CallWatch {
  readonly now: () => number;
  /** Whether arguments and results are told too. */
  readonly withContents: boolean;
  settled(call: Omit<CallLine, 'n' | 'at' | 'kind'>): void;
}

/** The same supervisor; how each call through it ended is told. */
export function watchCalls(supervisor: Supervisor, watch: CallWatch): Supervisor {
  return {
    ...supervisor,
    callTool: (server, tool, args, options) =>
      watched(watch, { server, noun: 'tool', name: tool, given: args }, () =>
        supervisor.callTool(server, tool, args, options),
      ),
    getPrompt: (server, prompt, args, options) =>
      watched(watch, { server, noun: 'prompt', name: prompt, given: args }, () =>
        supervisor.getPrompt(server, prompt, args, options),
      ),
    readResource: (server, uri, options) =>
      watched(watch, { server, noun: 'resource', given: { uri } }, () =>
        supervisor.readResource(server, uri, options),
      ),
    complete: (server, request, options) =>
      watched(watch, { server, noun: 'completion', given: request }, () =>
        supervisor.complete(server, request, options),
      ),
  };
}

interface Watched {
  readonly server: string;
  readonly noun: CallLine['noun'];
  readonly name?: string;
  readonly given: unknown;
}

async function watched<Result>(
  watch: CallWatch,
  { server, noun, name, given }: Watched,
  ask: () => Promise<Result>,
): Promise<Result> {
  const submittedAt = watch.now();
  const tell = (outcome: string, answer: unknown, result?: unknown) =>
    watch.settled({
      server,
      noun,
      ...(name !== undefined && { name }),
      outcome,
      tookMs: watch.now() - submittedAt,
      ...counts(answer),
      ...(watch.withContents && { arguments: bounded(given), result: bounded(result) }),
    });
  try {
    const result = await ask();
    tell(isToolError(result) ? 'toolError' : 'answered', result, result);
    return result;
  } catch (error) {
    tell(error instanceof HoldfastError ? safeCode(error.code) : 'OTHER', error);
    throw error;
  }
}

/** K11. */
function counts(answer: unknown): { attempts?: number; generation?: number } {
  const { attempts, generation } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...(typeof attempts === 'number' && { attempts }),
    ...(typeof generation === 'number' && { generation }),
  };
}

function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result
    ? result.isError === true
    : false;
}

const MOST_CHARACTERS = 16_384;

/** What a call was given and got, as far as a line has room for it. */
function bounded(content: unknown): unknown {
  try {
    const text = JSON.stringify(content);
    if (text === undefined || text.length <= MOST_CHARACTERS) return content;
    return { tooLong: text.length };
  } catch {
    return { unwritable: true };
  }
}
