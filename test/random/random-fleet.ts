import { HoldfastError, type CallOptions, type ServerEntry } from '../../src/index.ts';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { createWorld, type World } from '../../src/testing/world/world.ts';
import { watchLinks, watchStates, type Broken } from './watch-fleet.ts';

export const names = ['alpha', 'beta', 'web'] as const;
export type Name = (typeof names)[number];

/** How a server behaves from now on. */
export type Mood = 'well' | 'refusing' | 'hanging' | 'deaf' | 'stubborn';

/** Holds back what an async edge brings, so that chance decides on the order. */
export type Hold = <Result>(brought: Promise<Result>, edge: string) => Promise<Result>;

export interface RandomFleet {
  readonly world: World;
  readonly broken: Broken;
  mood(name: Name, mood: Mood): void;
  /** Makes a call and watches how it settles. */
  call(name: string, options?: CallOptions): void;
  /** Takes back the oldest call that has not settled. */
  cancelOldest(): void;
  /** Rules that hold at every moment. */
  check(): void;
  /** Lets all servers behave, ends the fleet, and looks at what is left. */
  end(release: () => Promise<void>): Promise<void>;
}

export const entries: Readonly<Record<Name, ServerEntry>> = {
  alpha: { command: 'alpha' },
  beta: { command: 'beta' },
  web: { url: 'http://127.0.0.1:1/mcp' },
};

/** K1: no call may take longer than this, whatever happens to its server. */
const MAX_TOTAL_MS = 20_000;

interface PendingCall {
  readonly number: number;
  readonly sinceMs: number;
  readonly abort: AbortController;
}

export async function startFleet(hold: Hold): Promise<RandomFleet> {
  const { alpha, beta } = entries;
  const world = await createWorld({
    servers: { alpha, beta },
    policy: { maxTotalMs: MAX_TOTAL_MS },
  });
  const broken: Broken = [];
  const moods = new Map<Name, Mood>();
  const pending = new Set<PendingCall>();
  const life = { calls: 0, isOver: false };
  watchStates(world, broken);
  for (const name of names) behave(world, { name, hold, broken, moods, life });
  void world.supervisor.start().catch(noteUnexpected(broken, 'start'));
  return {
    world,
    broken,
    mood: (name, mood) => void moods.set(name, mood),
    call: (name, options) => {
      life.calls += 1;
      const call = { number: life.calls, sinceMs: world.clock.now(), abort: new AbortController() };
      pending.add(call);
      const settled = () =>
        void (pending.delete(call) || broken.push(`K1: call ${call.number} twice`));
      world.supervisor
        .callTool(name, 'echo', { call: call.number }, { ...options, signal: call.abort.signal })
        .then(settled, (error: unknown) => {
          settled();
          noteUnexpected(broken, `call ${call.number}`)(error);
        });
    },
    cancelOldest: () => [...pending][0]?.abort.abort(),
    check: () => {
      for (const { number, sinceMs } of pending)
        // K1: a limit may be looked at once more, 20 ms later.
        if (world.clock.now() - sinceMs > MAX_TOTAL_MS + 20)
          broken.push(`K1: call ${number} has not settled in time`);
    },
    end: async (release) => {
      for (const name of names) moods.set(name, 'well');
      await release();
      await world.end();
      life.isOver = true;
      await world.pass(600_000);
      if (pending.size > 0) broken.push(`S2: ${pending.size} calls are left`);
      if (world.clock.pending > 0) broken.push(`S4: ${world.clock.pending} timers are left`);
    },
  };
}

interface Servant {
  readonly name: Name;
  readonly hold: Hold;
  readonly broken: Broken;
  readonly moods: ReadonlyMap<Name, Mood>;
  readonly life: { readonly isOver: boolean };
}

/** The server behind a name, which does as its mood says at that moment. */
function behave(world: World, { name, hold, broken, moods, life }: Servant): void {
  const links = watchLinks(broken);
  const is = (mood: Mood) => moods.get(name) === mood;
  const behaviour = world.peers.behaviour(name);
  // C13: what takes too long to end is named by its process, and not dialled beside.
  if (name !== 'web') behaviour.pid = 1_000 + names.indexOf(name);
  behaviour.start = async (channel) => {
    if (life.isOver) broken.push(`S4: ${name} was dialled after the end`);
    // C13: over HTTP there is no process to wait for.
    if (name !== 'web') links.started(name, channel);
    if (is('hanging')) await new Promise(() => {});
    await hold(Promise.resolve(), `${name} starts`);
    if (is('refusing')) throw new Error('refused');
  };
  behaviour.end = async (force, channel) => {
    if (is('stubborn') && !force) await new Promise(() => {});
    await hold(Promise.resolve(), `${name} ends`);
    links.ended(name, channel);
    return { killed: 0, left: [] };
  };
  behaviour.answers['tools/call'] = () => {
    if (life.isOver) broken.push(`S2: ${name} was called after the end`);
    const done = { content: [{ type: 'text', text: 'done' }] };
    return is('deaf') ? silence : hold(Promise.resolve(done), `${name} answers`);
  };
}

/** E1: whatever is asked of a supervisor fails with one of its own errors, or not at all. */
export function noteUnexpected(broken: Broken, what: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof HoldfastError)) broken.push(`E1: ${what} ended with ${String(error)}`);
  };
}
