import { z } from 'zod';
import { vectorFileSchema } from './vector.ts';

/** The format of a vector file as JSON Schema 2020-12, for implementations in any language. */
export function vectorJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(vectorFileSchema, {
    target: 'draft-2020-12',
    io: 'input',
  });
  return { $schema, title: 'holdfast vectors', ...schema };
}
