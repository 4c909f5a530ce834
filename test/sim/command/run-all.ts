import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { RunRequest } from '../plan/draw-plan.ts';
import { checkSeed } from '../run/check-seed.ts';
import type { SeedResult } from '../run/run-seed.ts';

/** Runs every request, here or in processes of their own, and hands over each result as it comes. */
export async function runAll(
  requests: readonly RunRequest[],
  jobs: number,
  done: (result: SeedResult) => void,
): Promise<void> {
  if (jobs === 1) {
    for (const request of requests) done(await checkSeed(request));
    return;
  }
  const queue = [...requests];
  await Promise.all(Array.from({ length: jobs }, () => runInWorker(queue, done)));
}

/** @throws if the worker dies, since a world that ends its process is a defect as well. */
async function runInWorker(queue: RunRequest[], done: (result: SeedResult) => void): Promise<void> {
  const worker = fork(process.argv[1] as string, ['--worker'], { execArgv: process.execArgv });
  let isWorking = true;
  worker.on('message', (result) => {
    done(result as SeedResult);
    next();
  });
  const next = () => {
    const request = queue.shift();
    isWorking = request !== undefined;
    if (request === undefined) worker.disconnect();
    else worker.send(request);
  };
  next();
  const [code] = (await once(worker, 'exit')) as [number | null];
  if (isWorking || code !== 0) throw new Error(`a worker died with code ${code}`);
}

/** The other side: a request comes in, its result goes back, until the parent hangs up. */
export function serveAsWorker(): void {
  process.on('message', (request) => {
    void checkSeed(request as RunRequest).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit(0));
}
