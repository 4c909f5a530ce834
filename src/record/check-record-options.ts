import * as z from 'zod/mini';
import { checkShape } from '../config/check-shape.ts';

/**
 * A slip must not end in a recording that is not made, or never put aside (E3).
 * @throws HoldfastError `CONFIG_INVALID`
 */
export function checkRecordOptions(record: unknown): void {
  checkShape('record', record, schema);
}

const schema = z.strictObject({
  file: z.string().check(z.minLength(1)),
  maxBytes: z.optional(wholeFrom(1)),
  keep: z.optional(wholeFrom(0)),
  maxWaitingBytes: z.optional(wholeFrom(1)),
  withCalls: z.optional(z.boolean()),
  onFault: z.optional(
    z.custom<() => void>((value) => typeof value === 'function', 'must be a function'),
  ),
});

function wholeFrom(least: number) {
  return z.number().check(
    z.refine((value) => Number.isSafeInteger(value) && value >= least, {
      message: `must be a whole number from ${least}`,
    }),
  );
}
