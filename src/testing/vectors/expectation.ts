import { z } from 'zod';

const name = z.string().min(1);
const count = z.int().min(0);
const pattern = z.json();

/**
 * What must hold at this point. Objects are matched in part, lists as a whole, and `null` stands
 * for "absent". A `{ policy: … }` anywhere stands for its value.
 */
export const expectationSchema = z
  .strictObject({
    /** Which server is meant; the first one by default. */
    server: name.optional(),
    /** `publicState` (contract, section 11). */
    state: z.record(name, pattern).optional(),
    /** What was asked of the links so far. */
    links: z
      .strictObject({
        /** Attempts that were started. */
        starts: count.optional(),
        /** Links that have not ended. */
        live: count.optional(),
        /** Checks of a living session. */
        checks: count.optional(),
        /** Times that a shutdown asked a link to end, and how many of them with force. */
        closes: count.optional(),
        forced: count.optional(),
        /** Tool calls that reached the server. */
        calls: count.optional(),
      })
      .optional(),
    /** These were told since the expectation before, in this order; others may lie between. */
    emitted: z.array(z.union([name, z.looseObject({ type: name })])).optional(),
    /** None of these was. */
    notEmitted: z.array(name).optional(),
    /** By the calls' ids: `pending`, `ok`, or the code of the error; or a pattern of the whole. */
    calls: z.record(name, z.union([name, z.record(name, pattern)])).optional(),
    /** Names of the tools that a model is offered. */
    tools: z.array(name).optional(),
    /** Aggregate health (H4). */
    health: z.enum(['ready', 'degraded', 'failed']).optional(),
    /** `status()` of the server (H1). */
    status: z.record(name, pattern).optional(),
    /** What the last retry came to (R13), the start (F5), and the shutdown (S4); `pending` until then. */
    retried: pattern.optional(),
    startup: pattern.optional(),
    report: pattern.optional(),
    /** Whether anything is still to come by itself. */
    timers: z.enum(['some', 'none']).optional(),
  })
  .meta({ id: 'expectation' });

export type Expectation = z.output<typeof expectationSchema>;
