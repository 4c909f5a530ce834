import { parseArgs } from 'node:util';

const kinds = ['storm', 'schedule', 'herd', 'soak'] as const;

/** What the command was asked for. What a run has no use for, it does not look at. */
export interface StressOptions {
  readonly run: (typeof kinds)[number];
  readonly seed: number;
  readonly servers: number;
  readonly kills: number;
  /** With the default policy instead of raised limits. */
  readonly defaults: boolean;
  readonly minutes: number;
  /** One case or part alone. */
  readonly only: string | undefined;
  /** Divides the times of the policy. */
  readonly scale: number;
  /** What a process may take to start, beyond its delay; a busy machine takes longer. */
  readonly slackMs: number;
  /** Where the samples of a soak are added. */
  readonly samples: string;
  /** Judges the samples that are there, and runs nothing. */
  readonly judge: boolean;
  /** The command that does the same again. */
  readonly replay: string;
}

export const usage = `npm run lab:stress -- ${kinds.join('|')} [options]
  storm     --kills 2000 --servers 20 --seed 1 --defaults
  schedule  --only CASE --scale 1 --slack-ms 3000
  herd      --only lost|wake|hanging|neighbour --servers 50
  soak      --minutes 60 --servers 50 --seed 1 --samples FILE --judge`;

const servers = { storm: 20, schedule: 0, herd: 50, soak: 50 };

/** @throws an error that says which value cannot be used. */
export function readOptions(argv: readonly string[]): StressOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      servers: { type: 'string' },
      kills: { type: 'string', default: '2000' },
      defaults: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '60' },
      only: { type: 'string' },
      scale: { type: 'string', default: '1' },
      'slack-ms': { type: 'string', default: '3000' },
      samples: { type: 'string', default: '.tmp/soak.jsonl' },
      judge: { type: 'boolean', default: false },
    },
  });
  const run = kinds.find((kind) => kind === positionals[0]);
  if (run === undefined) throw new Error(`There is no run ${positionals[0] ?? 'without a name'}.`);
  const { defaults, only, samples, judge } = values;
  return {
    run,
    seed: above0('seed', values.seed),
    servers: values.servers === undefined ? servers[run] : above0('servers', values.servers),
    kills: above0('kills', values.kills),
    defaults,
    minutes: above0('minutes', values.minutes),
    only,
    scale: above0('scale', values.scale),
    slackMs: above0('slack-ms', values['slack-ms']),
    samples,
    judge,
    replay: `npm run lab:stress -- ${argv.join(' ')}`,
  };
}

function above0(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}
