import type { AttemptCause, ChartEvent, LastError, ParkReason } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';

/** What a server waits for, in the words of the contract. */
export type TimerName =
  'deadline' | 'wait' | 'spacing' | 'stable' | 'drain' | 'close' | 'cooldown' | 'slot';
/** Where it stands. What it waits for tells the rest: it drains while there is a `drain`. */
export type Place = 'attempting' | 'resting' | 'ready' | 'ending' | 'ended';
/** What it hears: an event, or a timer that is due. */
export type Heard = ChartEvent | { readonly type: TimerName };
export type Server = ReturnType<typeof createServer>;
type Timers = Partial<Record<TimerName, number>>;

/** Everything the model knows of its server; here, before anything has happened to it. */
export function createServer(policy: Policy, random: (nowMs: number) => number, generation = 0) {
  return {
    policy,
    random,
    place: 'resting' as Place,
    cause: 'ladder' as AttemptCause,
    counts: { retries: 0, step: 0, flaps: 0, generation },
    eagerDials: 0,
    wait: { ms: 0, isHinted: false },
    /** What its whole life, this configuration (C2), this session (C6a) and C11's attempt have seen. */
    was: { ready: false, configurationOpened: false, proven: false, freeAttemptSpent: false },
    trouble: {} as { parkReason?: ParkReason; lastError?: LastError },
    breaker: { state: 'closed' as PublicState['breaker'], failures: 0 },
    cooldownMs: policy.cooldownMs,
    /** What was asked of the links so far, and how many they were. */
    asked: [] as string[],
    links: 0,
    /** When each pending timer is due; the one that was armed first stands first. */
    due: new Map<TimerName, number>(),
    nowMs: 0,
  };
}

/** What everybody may know of it (section 11). */
export function publicStateOf(server: Server): PublicState {
  const { place, trouble, counts, wait, due, cooldownMs } = server;
  const { state: breaker, failures } = server.breaker;
  const without = server.was.ready ? 'reconnecting' : 'connecting';
  const withoutSession = trouble.parkReason ? 'parked' : without;
  const isOver = place === 'ending' || place === 'ended';
  const isMindful = failures > 0 || cooldownMs !== server.policy.cooldownMs;
  return {
    connection: isOver ? 'shutdown' : place === 'ready' ? 'ready' : withoutSession,
    attempting: place === 'attempting',
    ...counts,
    ...trouble,
    breaker,
    cooldownMs,
    ...(due.has('wait') && { waitMs: wait.ms }),
    ...(due.has('drain') && { draining: true }),
    ...(breaker === 'halfOpen' && { probe: due.has('slot') ? 'taken' : 'free' }),
    // K10: only where nothing is remembered may a success go untold.
    heedsSuccess: breaker === 'closed' ? isMindful : breaker !== 'retired',
  };
}

/** Goes to a place: links live on in two of them, and of all timers but the breaker's only these. */
export function enter(server: Server, place: Place, timers: Timers = {}): void {
  const hadLink = server.place !== 'resting';
  if (hadLink && place !== 'ready' && place !== 'ending') ask(server, 'stop');
  server.place = place;
  for (const name of server.due.keys())
    if (name !== 'cooldown' && name !== 'slot') server.due.delete(name);
  for (const [name, delayMs] of Object.entries(timers)) arm(server, name as TimerName, delayMs);
}

export function ask({ asked, links }: Server, command: string, isForced = false): void {
  asked.push(`${command} ${links}${isForced ? ' force' : ''}`);
}

export function arm({ due, nowMs }: Server, name: TimerName, delayMs: number): void {
  due.delete(name);
  due.set(name, nowMs + delayMs);
}
