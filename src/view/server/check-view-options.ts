import * as z from 'zod/mini';
import { checkShape } from '../../config/check-shape.ts';
import { isObject } from '../../is-object.ts';
import { portSchema } from '../../loopback/port-schema.ts';

/** A mistyped option must not serve another page than was meant (E3). @throws HoldfastError `CONFIG_INVALID` */
export function checkViewOptions(options: unknown): void {
  checkShape('options', options, schema);
}

const schema = z.strictObject({
  port: z.optional(portSchema),
  title: z.optional(z.string()),
  clock: z.optional(z.custom<object>(isObject, 'must be a clock')),
});
