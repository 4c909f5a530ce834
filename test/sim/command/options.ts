import { parseArgs } from 'node:util';
import { faultKinds, type FaultKind } from '../plan/fault-kinds.ts';

/** What the command was asked for. */
export interface SimOptions {
  readonly seeds: readonly number[];
  readonly hours: number;
  readonly servers: number | undefined;
  readonly without: readonly FaultKind[];
  readonly jobs: number;
  readonly json: boolean;
  /** Results are added to this file, and seeds that it holds are not run again. */
  readonly resume: string | undefined;
  /** One seed alone, with its last events. */
  readonly isReplay: boolean;
}

/** @throws an error that says which value cannot be used. */
export function readOptions(argv: readonly string[]): SimOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seeds: { type: 'string', default: '100' },
      hours: { type: 'string', default: '24' },
      'first-seed': { type: 'string', default: '1' },
      servers: { type: 'string' },
      without: { type: 'string' },
      replay: { type: 'string' },
      jobs: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      resume: { type: 'string' },
    },
  });
  const first = whole('first-seed', values['first-seed']);
  const count = whole('seeds', values.seeds);
  const { replay, without, servers, resume, json } = values;
  return {
    seeds:
      replay === undefined
        ? Array.from({ length: count }, (_, index) => first + index)
        : [whole('replay', replay)],
    hours: positive('hours', values.hours),
    servers: servers === undefined ? undefined : whole('servers', servers),
    without: without === undefined ? [] : without.split(',').map(kindOf),
    jobs: Math.max(1, whole('jobs', values.jobs)),
    json,
    resume,
    isReplay: replay !== undefined,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}

function whole(name: string, text: string): number {
  const value = positive(name, text);
  if (!Number.isSafeInteger(value)) throw new Error(`--${name} must be whole, not ${text}`);
  return value;
}

function kindOf(text: string): FaultKind {
  const kind = faultKinds.find((each) => each === text);
  if (kind === undefined) throw new Error(`--without: there is no fault ${text}`);
  return kind;
}
