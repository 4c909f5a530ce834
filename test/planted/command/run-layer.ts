import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { BundledLayer, Finding } from '../layers/layer.ts';
import type { Plant } from './plant.ts';
import type { Message } from './worker.ts';

/** A layer that says nothing for this long will never end; its next step is what hangs. */
const SILENCE_MS = 180_000;
/** A bug may also fill the memory; then the machine under it should not suffer. */
const HEAP_MB = 1_500;

/** Runs one layer in a process of its own, since a bug may hang or end it: that is a finding too. */
export async function runLayer(
  { file }: Plant,
  layer: BundledLayer,
  { rule, seeds }: { readonly rule: string; readonly seeds: number },
): Promise<Finding | undefined> {
  const child = fork(file, [layer, rule, String(seeds)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const heard = listenTo(child);
  await once(child, 'exit');
  clearTimeout(heard.silence);
  return heard.isDone ? heard.finding : endOf(heard);
}

/** What has come of a layer's run so far. */
interface Heard {
  doing: string;
  isDone: boolean;
  finding: Finding | undefined;
  isSilent: boolean;
  lastWords: string;
  silence: NodeJS.Timeout | undefined;
}

function listenTo(child: ChildProcess): Heard {
  const heard: Heard = {
    doing: 'starting',
    isDone: false,
    finding: undefined,
    isSilent: false,
    lastWords: '',
    silence: undefined,
  };
  const waitOn = () => {
    clearTimeout(heard.silence);
    heard.silence = setTimeout(() => {
      heard.isSilent = true;
      child.kill('SIGKILL');
    }, SILENCE_MS);
  };
  waitOn();
  child.stderr?.on('data', (text: Buffer) => {
    heard.lastWords = (heard.lastWords + String(text)).slice(-2_000);
  });
  child.on('message', (message: Message) => {
    waitOn();
    if (message.kind === 'alive') heard.doing = message.what;
    if (message.kind !== 'done') return;
    heard.isDone = true;
    heard.finding = message.finding;
    // What a world left behind must not keep its process.
    child.kill('SIGKILL');
  });
  return heard;
}

/** A run that did not come to its end: by the bug, or because of what the bug did to it. */
function endOf({ doing, isSilent, lastWords }: Heard): Finding {
  const what = isSilent ? 'it never ends' : `it ended the process: ${lineOfError(lastWords)}`;
  const seed = /^seed (\d+)$/.exec(doing)?.[1];
  return {
    rule: isSilent ? 'no end' : 'crash',
    what: `${doing}: ${what}`,
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

function lineOfError(text: string): string {
  const lines = text.split('\n');
  return lines.find((line) => /Error|heap/.test(line)) ?? lines[0] ?? '';
}
