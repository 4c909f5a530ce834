import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { expectationSchema } from './expectation.ts';

const name = z.string().min(1);
const count = z.int().min(0);
const jsonObject = z.record(z.string(), z.json());

const peerVerbs = [
  'opens',
  'refuses',
  'dies',
  'forgets',
  'wantsLogin',
  'queues',
  'proceeds',
  'crashes',
  'reportsLate',
  'lingers',
  'ends',
  'offers',
] as const;

const peerAct = z
  .strictObject({
    does: z.enum(peerVerbs),
    server: name.optional(),
    /** Of a refusal. Default `transient`. */
    kind: z.enum(['transient', 'permanent', 'auth']).optional(),
    code: name.optional(),
    retryAfterMs: durationSchema.optional(),
    /** Of an end: processes that had to be killed, and that are left all the same. */
    killed: count.optional(),
    left: count.optional(),
    /** Of an offer: the whole new list, which a living server also announces. */
    tools: z.array(name).optional(),
    /** Of a late report. Default `opens`. */
    report: z.enum(['opens', 'refuses', 'dies']).optional(),
  })
  .meta({ id: 'peerAct' });

const callerAct = z
  .strictObject({
    does: z.enum(['succeeds', 'fails', 'takesProbe', 'cancelsProbe']),
    server: name.optional(),
    /** What made it fail (B2). */
    of: z.enum(['transport', 'protocol', 'timeout', 'overload']).optional(),
    /** Of a timeout: whether nothing else arrived meanwhile. Default true. */
    linkIdle: z.boolean().optional(),
    /** The rate window is over its share (B1). */
    rateTripped: z.boolean().optional(),
    /** 0 for the present session, -1 for the one before (B7). */
    generation: z.int().max(0).optional(),
    /** Of a probe: the call's own timeout (B4). */
    timeoutMs: z.number().optional(),
    times: count.optional(),
  })
  .meta({ id: 'callerAct' });

const hostAct = z
  .strictObject({
    does: z.enum([
      'retry',
      'configure',
      'shutdown',
      'start',
      'add',
      'remove',
      'replace',
      'restart',
      'sleep',
      'signal',
    ]),
    server: name.optional(),
    reason: z.enum(['user', 'call', 'login', 'config', 'wake']).optional(),
    policy: jsonObject.optional(),
    force: z.boolean().optional(),
    /** Of an entry that is added or put in the place of another. */
    entry: jsonObject.optional(),
    /** What the host's process is sent (S5). */
    signal: z.enum(['SIGINT', 'SIGTERM', 'SIGHUP']).optional(),
    /** How long the machine sleeps. */
    forMs: durationSchema.optional(),
  })
  .meta({ id: 'hostAct' });

const meetings = [
  'silence',
  'ok',
  'toolError',
  'rpcError',
  'garbage',
  'reset',
  'notSent',
  'forgotten',
  'tooMany',
  'unavailable',
  'death',
] as const;

const callAct = z
  .strictObject({
    id: name,
    server: name.optional(),
    tool: name.optional(),
    /** What each time that it is sent comes to; the last one holds for all further. Default silence. */
    meets: z.array(z.enum(meetings)).min(1).optional(),
    retryAfterMs: durationSchema.optional(),
    waitForReadyMs: durationSchema.optional(),
    timeoutMs: durationSchema.optional(),
    maxTotalMs: durationSchema.optional(),
    replay: z.enum(['safe', 'always', 'never']).optional(),
  })
  .meta({ id: 'callAct' });

/** Short for the steps that lead there; `given.ts` spells them out. */
const situations = ['ready', 'proven', 'stable', 'broken'] as const;
export type Situation = (typeof situations)[number];

/** One thing that happens, or one look at what came of it. */
const simpleSteps = [
  z.strictObject({ peer: z.union([z.enum(peerVerbs), peerAct]) }),
  z.strictObject({
    caller: z.union([z.enum(['succeeds', 'takesProbe', 'cancelsProbe']), callerAct]),
  }),
  z.strictObject({ host: z.union([z.enum(['retry', 'shutdown', 'start']), hostAct]) }),
  z.strictObject({ call: z.union([name, callAct]) }),
  z.strictObject({ answer: name }),
  z.strictObject({ cancel: name }),
  z.strictObject({ wait: durationSchema }),
  z.strictObject({ send: z.looseObject({ type: name }) }),
  z.strictObject({ expect: expectationSchema }),
  z.strictObject({ given: z.enum(situations) }),
] as const;

const simpleStepSchema = z.union(simpleSteps).meta({ id: 'simpleStep' });

export const stepSchema = z.union([
  simpleStepSchema,
  z.strictObject({ repeat: count, steps: z.array(simpleStepSchema).min(1) }),
]);

export type SimpleStep = z.output<typeof simpleStepSchema>;
export type Step = z.output<typeof stepSchema>;
export type PeerAct = z.output<typeof peerAct>;
export type CallerAct = z.output<typeof callerAct>;
export type HostAct = z.output<typeof hostAct>;
export type CallAct = z.output<typeof callAct>;
export type Meeting = (typeof meetings)[number];

/** An act in its long form. */
export type Act =
  | { readonly kind: 'peer'; readonly act: PeerAct }
  | { readonly kind: 'caller'; readonly act: CallerAct }
  | { readonly kind: 'host'; readonly act: HostAct }
  | { readonly kind: 'call'; readonly act: CallAct }
  | { readonly kind: 'answer' | 'cancel'; readonly call: string }
  | { readonly kind: 'send'; readonly event: { readonly type: string } };

/** The long form of a step that does something; undefined for any other. */
export function actOf(step: SimpleStep): Act | undefined {
  if ('peer' in step) return { kind: 'peer', act: inFull<PeerAct>(step.peer) };
  if ('caller' in step) return { kind: 'caller', act: inFull<CallerAct>(step.caller) };
  if ('host' in step) return { kind: 'host', act: inFull<HostAct>(step.host) };
  if ('call' in step) {
    const { call } = step;
    return { kind: 'call', act: typeof call === 'string' ? { id: call } : call };
  }
  if ('answer' in step) return { kind: 'answer', call: step.answer };
  if ('cancel' in step) return { kind: 'cancel', call: step.cancel };
  if ('send' in step) return { kind: 'send', event: step.send };
  return undefined;
}

function inFull<Long extends { readonly does: string }>(act: Long['does'] | Long): Long {
  // A bare verb is an act that says no more than that.
  return (typeof act === 'string' ? { does: act } : act) as Long;
}
