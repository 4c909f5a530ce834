import { execFile } from 'node:child_process';
import type { Clock } from '../../../clock.ts';
import type { ChannelEnd } from '../../channel.ts';
import { waitForAny } from '../flag.ts';
import type { StopPolicy, StopTarget } from './stop-ladder.ts';

const TASKKILL_TIMEOUT_MS = 2_000;

/** L4 on Windows, which has neither groups nor SIGTERM: close stdin, wait, then the whole tree. */
export async function stopWithTaskkill(
  pid: number,
  { exited, forced, closeStdin }: Omit<StopTarget, 'tree'>,
  { stdinGraceMs }: StopPolicy,
  clock: Clock,
): Promise<ChannelEnd> {
  closeStdin();
  await waitForAny([exited, forced], stdinGraceMs, clock);
  if (exited.raised) return { killed: 0, left: [] };
  await taskkill(pid);
  await waitForAny([exited], TASKKILL_TIMEOUT_MS, clock);
  return { killed: 1, left: exited.raised ? [] : [pid] };
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    // Its own verdict does not matter: the exit that is waited for afterwards does.
    execFile(
      'taskkill',
      ['/pid', String(pid), '/T', '/F'],
      { timeout: TASKKILL_TIMEOUT_MS, windowsHide: true },
      () => resolve(),
    );
  });
}
