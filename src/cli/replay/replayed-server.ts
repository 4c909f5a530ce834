import { activeStates } from '../../../machines/active-states.ts';
import type { LastError, ServerEmission } from '../../../machines/events.ts';
import { defaultPolicy, mergePolicy, type Policy } from '../../../machines/policy.ts';
import { LatencyHistory } from '../../call/reports/latency-history.ts';
import { explain } from '../../health/explain.ts';
import type { ServerStatus } from '../../health/status.ts';
import type {
  CallLine,
  PolicyPatch,
  RecordedState,
  ServerFacts,
  StepLine,
  ToldLine,
} from '../../record/lines/line.ts';
import { Observations } from '../../server/observations.ts';
import type { Budget } from '../../server/server-activity.ts';
import type { ServerDetail } from '../../view/wire/frame.ts';
import { outlookOf } from './outlook.ts';

/** What a recording tells of one server up to one moment, as a status would have shown it. */
export class ReplayedServer {
  readonly name: string;
  readonly #facts: ServerFacts;
  readonly #observations: Observations;
  readonly #latency = new LatencyHistory();
  readonly #running = new Map<CallLine, number>();
  #policy: Policy;
  #state: RecordedState | undefined;
  #value: unknown;
  #tools = 0;
  #lastSuccessAt: number | undefined;

  constructor(name: string, facts: ServerFacts, at: number) {
    this.name = name;
    this.#facts = facts;
    this.#observations = new Observations(at);
    this.#policy = merged(defaultPolicy, facts.policy);
  }

  /** Its machine took a step, or stands here. */
  stands(state: RecordedState, value: unknown, policy?: PolicyPatch): void {
    this.#state = state;
    this.#value = value;
    if (policy) this.#policy = merged(defaultPolicy, policy);
  }

  took({ event }: StepLine, at: number): void {
    if (event.type === 'link.queued') this.#observations.queued();
    if (event.type === 'link.granted') this.#observations.granted(at);
    const { policy } = event as { readonly policy?: PolicyPatch };
    if (policy) this.#policy = merged(this.#policy, policy);
  }

  told({ event }: ToldLine, at: number): void {
    const { type, added, removed, error } = event as Readonly<Record<string, unknown>>;
    if (type === 'tools.changed') this.#tools += Number(added) - Number(removed);
    const { code = '', kind } = (error ?? {}) as Partial<LastError>;
    const whole = {
      ...event,
      ...(error !== undefined && { error: { code, kind, message: code } }),
    };
    this.#observations.note(whole as unknown as ServerEmission, at);
  }

  called(call: CallLine, at: number): void {
    this.#running.set(call, at);
  }

  settled(call: CallLine, at: number): void {
    this.#running.delete(call);
    if (call.outcome !== 'answered' && call.outcome !== 'toolError') return;
    this.#lastSuccessAt = at;
    this.#latency.record(at, call.tookMs);
  }

  status(): ServerStatus {
    const state = this.#state;
    const { since, attempt, attempts, nextAttemptAt, breakerHalfOpensAt, lastError } =
      this.#observations;
    const { transport, required, enabled } = this.#facts;
    return {
      server: this.name,
      state: enabled ? (state?.connection ?? 'connecting') : 'disabled',
      breaker: state?.breaker ?? (enabled ? 'closed' : 'retired'),
      since,
      transport,
      required,
      generation: state?.generation ?? 0,
      attempt,
      attempts,
      retriesLeft: Math.max(0, this.#retries().allowed - this.#retries().used),
      ...(nextAttemptAt !== undefined && { nextAttemptAt }),
      ...(state?.parkReason && { parkReason: state.parkReason }),
      ...(lastError && { lastError }),
      ...(this.#lastSuccessAt !== undefined && { lastSuccessAt: this.#lastSuccessAt }),
      ...(breakerHalfOpensAt !== undefined && { breakerHalfOpensAt }),
      inFlight: this.#running.size,
      queued: 0,
      tools: Math.max(0, this.#tools),
      prompts: 0,
      resources: 0,
    };
  }

  detail(at: number): ServerDetail {
    const state = this.#state;
    return {
      server: this.name,
      activeStates: activeStates(this.#value),
      retries: this.#retries(),
      flaps: { used: state?.flaps ?? 0, allowed: this.#policy.flapBudget },
      ...(state?.waitMs !== undefined && { waitMs: state.waitMs }),
      ...(state?.breaker === 'open' &&
        state.cooldownMs !== undefined && { cooldownMs: state.cooldownMs }),
      calls: [...this.#running].slice(0, 100).map(([call, submittedAt]) => ({
        noun: call.noun,
        subject: call.name ?? '',
        phase: 'running',
        submittedAt,
        attempts: 1,
      })),
      latency: this.#latency.since(at),
      explanation: this.#explanation(at),
      toolsVersion: 0,
    };
  }

  #retries(): Budget {
    const { retries = 0, generation = 0 } = this.#state ?? {};
    const { initialRetries, reconnectRetries } = this.#policy;
    return { used: retries, allowed: generation === 0 ? initialRetries : reconnectRetries };
  }

  #explanation(at: number): ServerDetail['explanation'] {
    const status = this.status();
    const { lastError, draining } = this.#state ?? {};
    const { text: _, ...explanation } = explain({
      status,
      timeline: [],
      now: at,
      trouble: lastError && ({ ...lastError, message: lastError.code } as LastError),
      isDraining: draining === true,
      outlook: outlookOf(status, this.#policy, at),
    });
    return explanation;
  }
}

/** E3: one that no policy takes changes nothing. */
function merged(policy: Policy, patch: PolicyPatch): Policy {
  try {
    return mergePolicy(policy, patch as Partial<Policy>);
  } catch {
    return policy;
  }
}
