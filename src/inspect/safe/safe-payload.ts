import * as z from 'zod/mini';
import { isCode } from '../../errors/is-code.ts';
import { isObject } from '../../is-object.ts';
import { boundedText } from './bounded-text.ts';

/** An event: its type, and of those that holdfast knows what says more without telling a secret. */
export interface SafePayload {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** @param isOurs whether a server or its link gets it; a host may call its own events the same. */
export function safePayload(event: unknown, isOurs: boolean): SafePayload {
  const type = isObject(event) && typeof event['type'] === 'string' ? event['type'] : '';
  const schema = isOurs && Object.hasOwn(known, type) ? known[type] : undefined;
  const parsed = schema?.safeParse(event);
  return { ...(parsed?.success === true && parsed.data), type: boundedText(type) };
}

const flag = z.optional(z.boolean());
const count = z.optional(z.number());
const code = z.string().check(z.refine(isCode));
const failure = z.object({
  kind: z.enum(['transient', 'permanent', 'auth']),
  code,
  retryAfterMs: count,
});
const loss = z.object({ kind: z.enum(['lost', 'sessionExpired', 'auth']), code });
const trouble = z.object({ kind: z.enum(['transport', 'protocol', 'timeout', 'overload']) });

/** What is not named in a schema is not copied: messages, policies, inputs, outputs, errors. */
const known: Readonly<Record<string, z.ZodMiniType<object>>> = {
  'link.opened': z.object({ tools: count }),
  'link.failed': z.object({ failure }),
  'link.lost': z.object({ loss }),
  'link.closed': z.object({ killed: count, left: count }),
  'call.succeeded': z.object({ probe: flag, generation: count }),
  'call.failed': z.object({
    failure: trouble,
    probe: flag,
    linkIdle: flag,
    rateTripped: flag,
    generation: count,
  }),
  'call.probe': z.object({ timeoutMs: count }),
  retry: z.object({ reason: z.optional(z.enum(['user', 'call', 'login', 'config', 'wake'])) }),
  shutdown: z.object({ force: flag }),
  close: z.object({ force: flag }),
};
