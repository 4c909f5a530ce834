import type * as DraftSeven from 'ajv';
import type * as Draft2020 from 'ajv/dist/2020.js';
import { createRequire } from 'node:module';

/** The two versions of JSON Schema that tools are described in. */
export type Dialect = '2020' | 'draft7';

const require = createRequire(import.meta.url);

/**
 * A compiler of schemas. Read on first use: its eighty files take a third of the time of importing
 * holdfast, and many hosts never check a call. A check cannot wait, so it is no `import()`.
 */
export function createCompiler(dialect: Dialect, settings: DraftSeven.Options): DraftSeven.Ajv {
  if (dialect === 'draft7') return new (require('ajv') as typeof DraftSeven).Ajv(settings);
  return new (require('ajv/dist/2020.js') as typeof Draft2020).Ajv2020(settings);
}
