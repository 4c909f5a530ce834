import type { Route, Trial, Way } from './choose-routes.ts';
import type { GeneratedPath } from './path-plan.ts';
import { nextMoment, type Moment, type Walked } from './moment.ts';
import { PathError } from './path-error.ts';
import type { SpaceState, SpaceStep } from './space.ts';
import { isTimer } from './timers.ts';
import { beginWalk } from './walk.ts';

/** A timed way may be longer than the bare one by so many timers that fire in between. */
const MOST_TIMERS_BETWEEN = 6;

/** Takes ways step by step, and remembers where it has been: they share their beginnings. */
export class Replay implements Trial {
  readonly #walked: Walked;
  readonly #start: SpaceState;
  readonly #first: Moment;
  readonly #moments = new Map<string, Moment | undefined>();

  constructor(walked: Walked, first: Moment, start: SpaceState) {
    this.#walked = walked;
    this.#start = start;
    this.#first = first;
  }

  isPossible(way: Way): boolean {
    return this.#after(way) !== undefined;
  }

  onClock(way: Way): Way | undefined {
    let timed: Way = [];
    for (const { name } of way) {
      const longer = this.#waitFor(name, timed);
      if (longer === undefined) return undefined;
      timed = longer;
    }
    return this.#after(timed)?.timely === true ? timed : undefined;
  }

  /** What is seen along a route that is possible. @throws PathError `STATES_DIFFER` */
  replay({ title, steps }: Route): GeneratedPath {
    const taken = steps.map(({ name }, index) => {
      const moment = this.#after(steps.slice(0, index + 1));
      if (moment === undefined) throw new RangeError(`"${name}" cannot be taken there`);
      return { take: name, moment };
    });
    const { timely, silent } = taken.at(-1)?.moment ?? this.#first;
    const path = {
      title,
      start: this.#first.seen,
      steps: taken.map(({ take, moment }) => ({ take, seen: moment.seen })),
    };
    return { ...path, clock: timely && silent && this.#isSameOnClock(path) };
  }

  /** Takes a step, and before it, if it is a timer, those that are due earlier. */
  #waitFor(name: string, way: Way): Way | undefined {
    let timed = way;
    for (let between = 0; between <= MOST_TIMERS_BETWEEN; between += 1) {
      const moment = this.#after(timed);
      const state = timed.at(-1)?.to ?? this.#start;
      const due = moment && firstDue(moment, name);
      const step = state.steps.find((one) => one.name === due);
      if (step === undefined) return undefined;
      timed = [...timed, step];
      if (due === name) return timed;
    }
    return undefined;
  }

  #after(way: Way): Moment | undefined {
    const last = way.at(-1);
    if (last === undefined) return this.#first;
    const id = way.map(({ name }) => name).join('\n');
    if (!this.#moments.has(id)) this.#moments.set(id, this.#take(last, way.slice(0, -1)));
    return this.#moments.get(id);
  }

  #take(step: SpaceStep, before: Way): Moment | undefined {
    const moment = this.#after(before);
    if (moment === undefined || !isArmed(step, moment)) return undefined;
    const next = nextMoment(this.#walked, moment, step.name);
    if (next.seen.state !== step.to.name) throw statesDiffer(next, step);
    return next;
  }

  /** A real actor may know more, such as a delayed event that it sends to itself. */
  #isSameOnClock({ start, steps }: Pick<GeneratedPath, 'start' | 'steps'>): boolean {
    const walk = beginWalk(this.#walked, true);
    return (
      isSame(walk.start, start) && steps.every(({ take, seen }) => isSame(walk.take(take), seen))
    );
  }
}

/** The timer that fires before `name` can, if it is one; else `name` itself. */
function firstDue({ timers }: Moment, name: string): string {
  const armed = [...timers.values()];
  const wanted = armed.find((timer) => timer.name === name);
  const [first] = armed.sort((a, b) => a.dueMs - b.dueMs);
  return wanted !== undefined && first !== undefined && first.dueMs < wanted.dueMs
    ? first.name
    : name;
}

function isArmed({ name, event }: SpaceStep, { timers }: Moment): boolean {
  return !isTimer(event.type) || [...timers.values()].some((timer) => timer.name === name);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function statesDiffer({ seen }: Moment, { name, to }: SpaceStep): PathError {
  return new PathError(
    'STATES_DIFFER',
    `After "${name}" the machine is in ${seen.state} and not, as from a state that counts as the same, in ${to.name}.`,
    {
      advice:
        'A guard or a delay reads something that does not count: take it out of --ignore or put it into keyOf; or it reads more than context and event, such as the time.',
    },
  );
}
