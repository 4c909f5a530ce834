import { readdirSync, readFileSync } from 'node:fs';
import picomatch from 'picomatch';
import { z } from 'zod';
import { inspectorSchema } from '../src/inspect/inspector-settings.ts';

/** The project's own `stately.config.json`. Stately's tools read `statelyai.json` instead. */
const schema = z.strictObject({
  /** Globs of the files that each define one machine. */
  machines: z.array(z.string().min(1)).min(1),
  diagrams: z.strictObject({
    /** Where `npm run docs` keeps one page per machine, named after it. */
    folder: z.string().min(1),
  }),
  /** Where `holdfast up --inspect` serves the inspector, and what shows it. */
  inspector: inspectorSchema,
});

export type StatelyConfig = z.output<typeof schema>;

/** @throws Error naming the file and what is wrong in it. */
export function readStatelyConfig(path = 'stately.config.json'): StatelyConfig {
  return parseStatelyConfig(readFileSync(path, 'utf8'), path);
}

export function parseStatelyConfig(text: string, path: string): StatelyConfig {
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
}

/** Every file below `root` that one of the machine globs names, sorted. */
export function machineFiles(config: StatelyConfig, root = 'machines'): string[] {
  const isMachine = picomatch(config.machines);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => `${root}/${name}`)
    .filter((name) => isMachine(name))
    .sort();
}

/** The factory that a machine file exports: `server.machine.ts` has `createServerMachine`. */
export function factoryName(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/\.machine\.ts$/, '');
  return `create${name.charAt(0).toUpperCase()}${name.slice(1)}Machine`;
}
