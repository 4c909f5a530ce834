import * as z from 'zod/mini';
import { FORMAT, type RecordingLine } from './line.ts';

/**
 * A written line as what it says it is, or undefined. A recording may come from anybody, so that
 * every field that is read later is looked at here.
 */
export function parseLine(text: string): RecordingLine | undefined {
  try {
    const { success, data } = line.safeParse(JSON.parse(text));
    // The schema says less than the type where nobody relies on more.
    return success ? (data as unknown as RecordingLine) : undefined;
  } catch {
    return undefined;
  }
}

const number = z.number();
const text = z.string();
const numbered = { n: z.int().check(z.minimum(1)), at: number };
const policy = z.record(text, z.union([number, z.literal(false), z.null()]));
const recordedError = z.looseObject({ code: text, kind: text });
const event = z.looseObject({ type: text });

const state = z.looseObject({
  connection: z.enum(['connecting', 'ready', 'reconnecting', 'parked', 'shutdown']),
  breaker: z.enum(['closed', 'open', 'halfOpen', 'retired']),
  attempting: z.boolean(),
  retries: number,
  flaps: number,
  generation: number,
  waitMs: z.optional(number),
  cooldownMs: z.optional(number),
  lastError: z.optional(recordedError),
});

const value = z.looseObject({
  connection: z.union([text, z.record(text, z.unknown())]),
  breaker: z.union([text, z.record(text, z.unknown())]),
});

const stepped = {
  ...numbered,
  server: text,
  life: z.optional(number),
  tookMs: z.optional(number),
  state,
  value,
  asked: z.optional(z.array(z.enum(['start', 'check', 'close', 'close force']))),
  draws: z.optional(z.array(number)),
};

const line = z.discriminatedUnion('kind', [
  z.looseObject({
    ...numbered,
    kind: z.literal('recording'),
    format: z.literal(FORMAT),
    version: text,
    startedAt: number,
    run: text,
    part: number,
    servers: z.record(
      text,
      z.object({
        transport: z.enum(['stdio', 'http', 'sse']),
        required: z.boolean(),
        enabled: z.boolean(),
        policy,
      }),
    ),
  }),
  z.looseObject({
    ...stepped,
    kind: z.literal('started'),
    policy,
    generation: z.optional(number),
    parked: z.optional(z.object({ code: text })),
  }),
  z.looseObject({ ...stepped, kind: z.literal('step'), event, crashed: z.optional(z.boolean()) }),
  z.looseObject({
    ...numbered,
    kind: z.literal('resumed'),
    server: text,
    life: z.optional(number),
    value,
    context: z.looseObject({
      policy: z.record(text, z.unknown()),
      generation: number,
      recovery: z.looseObject({ retries: number, step: number, flaps: number }),
      session: z.looseObject({ proven: z.boolean(), stable: z.boolean() }),
      wait: z.optional(z.looseObject({ ms: number, hinted: z.boolean() })),
      lastError: z.optional(recordedError),
      breaker: z.looseObject({ failures: number, cooldownMs: number, probeMs: number }),
    }),
  }),
  z.looseObject({ ...numbered, kind: z.literal('told'), server: text, event }),
  z.looseObject({
    ...numbered,
    kind: z.literal('call'),
    server: text,
    noun: z.enum(['tool', 'prompt', 'resource', 'completion']),
    name: z.optional(text),
    outcome: text,
    tookMs: number,
  }),
  z.looseObject({
    ...numbered,
    kind: z.literal('gap'),
    dropped: number,
    lost: number,
    since: number,
  }),
  z.looseObject({ ...numbered, kind: z.literal('end'), dropped: number }),
]);
