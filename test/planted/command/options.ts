import { parseArgs } from 'node:util';
import { bugNamed, bugs } from '../bugs/bugs.ts';
import { layerNames, type Bug, type LayerName } from '../bugs/bug.ts';

export interface PlantedOptions {
  /** Undefined stands for the code as it is, in which nothing may be found. */
  readonly bugs: readonly (Bug | undefined)[];
  /** Each bug only by the layer that it names, which has to notice it. */
  readonly quick: boolean;
  readonly layers: readonly LayerName[];
  readonly jobs: number;
  readonly seeds: number;
  /** What was found is added to this file, and not looked for again. */
  readonly resume: string | undefined;
}

/** @throws an error that says which value cannot be used. */
export function readOptions(argv: readonly string[]): PlantedOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      layers: { type: 'string', default: layerNames.join() },
      jobs: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '200' },
      resume: { type: 'string' },
    },
  });
  const named = positionals.map((name) => (name === 'none' ? undefined : bugNamed(name)));
  return {
    bugs: named.length > 0 ? named : values.quick ? bugs : [undefined, ...bugs],
    quick: values.quick,
    layers: values.layers.split(',').map(layerOf),
    jobs: whole('jobs', values.jobs),
    seeds: whole('seeds', values.seeds),
    resume: values.resume,
  };
}

function layerOf(text: string): LayerName {
  const layer = layerNames.find((each) => each === text.trim());
  if (layer === undefined) throw new Error(`--layers: there is no layer ${text}`);
  return layer;
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0, not ${text}`);
  return value;
}
