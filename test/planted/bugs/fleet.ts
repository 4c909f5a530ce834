import { bug, patchesOf, type Bug } from './bug.ts';

const inGate = patchesOf('src/supervisor/fleet-gate.ts');
const inBucket = patchesOf('src/supervisor/rate-bucket.ts');
const inShutdown = patchesOf('src/supervisor/shut-down.ts');

/** What servers share: the gate, sleep, and the end. */
export const fleetBugs: readonly Bug[] = [
  bug(
    ['gate-leaks-place', 'F2', 'vectors: world'],
    'a place at the start gate is never given back',
    inGate('this.#taken[kind] -= 1;', ''),
  ),
  bug(
    ['gate-without-rate', 'F2', 'vectors: world'],
    'a server may be started any number of times an hour',
    inBucket('HOUR_MS - this.#parts', 'HOUR_MS - 1e18 - this.#parts'),
  ),
  {
    ...bug(
      ['gate-rounds-rate', 'F1', 'rule tests'],
      'each look at what a server may start rounds it',
      inBucket('this.#parts + gained', '(this.#parts / HOUR_MS + gained / HOUR_MS) * HOUR_MS'),
    ),
    tests: ['test/supervisor/rate-bucket.test.ts'],
  },
  bug(
    ['gate-without-places', 'F2', 'vectors: world'],
    'any number of servers start at once',
    inGate(
      'this.#taken[kind] < places()[kind] && ',
      'this.#taken[kind] < places()[kind] * 1e9 && ',
    ),
  ),
  bug(
    ['sleep-unnoticed', 'F3', 'vectors: world'],
    'nobody looks after the servers when the host wakes up',
    patchesOf('src/supervisor/wake-clock.ts')(
      'if (!slept) return;',
      'if (!slept || wokeAt < now) return;',
    ),
  ),
  {
    ...bug(
      ['sleep-hidden-by-loss', 'F3', 'rule tests'],
      'a sleep goes unnoticed where a loss calls off all that is late',
      patchesOf('src/supervisor/wake-clock.ts')('queueMicrotask(() => look(dueAt))', 'return'),
    ),
    tests: ['test/supervisor/wake.test.ts'],
  },
  bug(
    ['stop-leaves-gate-open', 'S1', 'vectors: world'],
    'what waits at the gate may still start after a stop',
    patchesOf('src/supervisor/membership.ts')('fleet.gate.close();', ''),
  ),
  bug(
    ['stop-never-forces', 'S3', 'vectors: world'],
    'a server that will not end is waited for beyond the bound',
    inShutdown('() => forceAll(fleet, servers))', '() => undefined)'),
  ),
  bug(
    ['stop-without-bound', 'S3', 'simulation'],
    'a shutdown takes as long as the slowest server wants',
    inShutdown('() => forceAll(fleet, servers))', '() => undefined)'),
    inShutdown('timer = clock.setTimeout(resolve, forcedMs);', 'timer = undefined;'),
  ),
  {
    ...bug(
      ['stop-out-of-time-asleep', 'S3', 'rule tests'],
      'a stop that was slept through gives up in the moment in which it forces',
      inShutdown(
        'timer = clock.setTimeout(resolve, forcedMs);',
        'timer = clock.setTimeout(resolve, 0);',
      ),
    ),
    tests: ['test/supervisor/shutdown.test.ts'],
  },
];
