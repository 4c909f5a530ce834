import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from '../stage/broken.ts';
import { Lab } from '../stage/lab.ts';
import { checkAfterwards } from '../stage/afterwards.ts';
import type { Transport } from '../stage/transport.ts';
import type { FaultKind } from './fault-kind.ts';

export interface KindResult {
  readonly name: string;
  readonly transport: Transport;
  readonly tookMs: number;
  /** Steps of the recording that were held to the machine and the contract. */
  readonly steps: number;
  /** What did not hold, if anything. */
  readonly broken?: string;
}

const BOUND_MS = 60_000;
const DISPOSE_MS = 30_000;

/** Runs one kind of fault over one transport, and looks at what is left of it. */
export async function runKind(kind: FaultKind, transport: Transport): Promise<KindResult> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-lab-'));
  const lab = new Lab(transport, folder);
  const begunMs = performance.now();
  let steps = 0;
  let broken: string | undefined;
  const keep = (error: unknown) => {
    broken ??= error instanceof Error ? error.message : String(error);
  };
  const bound = kind.boundMs ?? BOUND_MS;
  const scenario = async () => {
    await kind.run(lab);
    steps = await checkAfterwards(lab);
  };
  await within(bound, 'the scenario ends', scenario()).catch(keep);
  await within(DISPOSE_MS, 'everything of it is ended', lab.dispose()).catch(keep);
  await rm(folder, { recursive: true, force: true });
  const tookMs = performance.now() - begunMs;
  return { name: kind.name, transport, tookMs, steps, ...(broken === undefined ? {} : { broken }) };
}
