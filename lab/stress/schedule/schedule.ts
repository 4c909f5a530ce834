import { setMaxListeners } from 'node:events';
import { all, type Bound } from '../bound.ts';
import type { StressOptions } from '../options.ts';
import type { Case, Stage } from './case.ts';
import { httpCases } from './http-cases.ts';
import { Rules } from './rules.ts';
import { stdioCases } from './stdio-cases.ts';

/** As long as gRPC's servers watch a client come back, which holds thirteen retries. */
const RUN_MS = 540_000;

/** Servers judge when they were dialled; nothing of holdfast is asked. */
export async function runSchedule(
  { scale, slackMs, only }: Pick<StressOptions, 'scale' | 'slackMs' | 'only'>,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  const cases = [...stdioCases, ...httpCases].filter(({ name }) => name.includes(only ?? ''));
  if (cases.length === 0) throw new Error(`There is no case whose name has ${only} in it.`);
  const rules = new Rules(scale);
  const policy = scale === 1 ? 'the defaults' : JSON.stringify(rules.policy);
  tell(
    `policy: ${policy}; ${cases.length} cases for ${RUN_MS / scale / 1_000} s; ${slackMs} ms for a start`,
  );
  const end = new AbortController();
  // Every case listens to it, and some of them to each of their calls.
  setMaxListeners(0, end.signal);
  const stage: Stage = {
    rules,
    slackMs,
    end: end.signal,
    pass: (ms) => pause(rules.ms(ms), end.signal),
  };
  const timer = setTimeout(() => end.abort(), RUN_MS / scale);
  try {
    const judged = await Promise.all(cases.map((each) => runCase(each, stage)));
    const clean = judged.filter(({ rest }) => rest.every(({ met }) => met)).length;
    return [
      ...judged.flatMap(({ own }) => own),
      ...judged.flatMap(({ rest }) => rest.filter(({ met }) => !met)),
      all('fleets with a sound record that left nothing', clean, cases.length),
    ];
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

/** What the schedule came to, and what every fleet of the lab has to leave behind. */
async function runCase(
  each: Case,
  stage: Stage,
): Promise<{ own: readonly Bound[]; rest: readonly Bound[] }> {
  const bounds = (await each.run(stage)).map((bound) => ({
    ...bound,
    what: `${each.name}: ${bound.what}`,
  }));
  const isRest = ({ what }: Bound) =>
    /orphans|says are left|of it that could|in the record/.test(what);
  return { own: bounds.filter((bound) => !isRest(bound)), rest: bounds.filter(isRest) };
}

function pause(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      end.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    end.addEventListener('abort', done, { once: true });
  });
}
