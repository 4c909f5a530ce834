import type { ChartTimer } from '../../element/server-chart.ts';
import type { ListedServer, ServerDetail } from '../../wire/frame.ts';

/** A timer of a server that runs towards something. */
export interface Wait {
  readonly region: ChartTimer['region'];
  /** What happens when it ends. */
  readonly word: string;
  readonly endsAt: number;
}

/** What the server waits for in one region, if it does. */
export function waitOf(region: Wait['region'], server: ListedServer): Wait | undefined {
  const { state, attempt, nextAttemptAt, breaker, breakerHalfOpensAt } = server;
  if (region === 'breaker')
    return breaker === 'open' && breakerHalfOpensAt !== undefined
      ? { region, word: 'A call may try in', endsAt: breakerHalfOpensAt }
      : undefined;
  const isOver = state === 'ready' || state === 'shutdown';
  if (nextAttemptAt === undefined || attempt !== 'none' || isOver) return undefined;
  const word = state === 'parked' ? 'Next probe in' : 'Next attempt in';
  return { region, word, endsAt: nextAttemptAt };
}

export function timerOf({ region, endsAt }: Wait, detail: ServerDetail, now: number): ChartTimer {
  const wholeMs = region === 'connection' ? detail.waitMs : detail.cooldownMs;
  return { region, share: wholeMs ? 1 - (endsAt - now) / wholeMs : 0 };
}
