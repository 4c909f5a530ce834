import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { watchAttempts } from './attempts.ts';
import { watchBudgets } from './budgets.ts';
import { watchCalls } from './calls.ts';
import { watchCatalogue } from './catalogue.ts';
import { watchCooldowns } from './cooldowns.ts';
import { watchDelays } from './delays.ts';
import { watchDispatch } from './dispatch.ts';
import { watchDrains } from './drains.ts';
import { watchEnds } from './ends.ts';
import { watchFlaps } from './flaps.ts';
import { watchGenerations } from './generations.ts';
import { watchLedger } from './ledger.ts';
import { watchLinks } from './links.ts';
import { watchOpenings } from './openings.ts';
import { watchProbeSlots } from './probe-slots.ts';
import { watchProgress } from './progress.ts';
import { watchProofs } from './proofs.ts';
import { watchQueue } from './queue.ts';
import { watchRefreshes } from './refreshes.ts';
import { watchSilence } from './silence.ts';
import { watchStarts } from './starts.ts';

/** All that must hold at every moment of every world. */
export function createInvariants(scene: Scene): Observer[] {
  return [
    watchLinks,
    watchStarts,
    watchDispatch,
    watchProgress,
    watchDelays,
    watchBudgets,
    watchFlaps,
    watchProofs,
    watchOpenings,
    watchCooldowns,
    watchProbeSlots,
    watchCalls,
    watchLedger,
    watchGenerations,
    watchEnds,
    watchDrains,
    watchQueue,
    watchSilence,
    watchAttempts,
    watchCatalogue,
    watchRefreshes,
  ].map((watch) => watch(scene));
}
