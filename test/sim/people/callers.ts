import type { CallOptions } from '../../../src/call/call-options.ts';
import { HoldfastError } from '../../../src/errors/holdfast-error.ts';
import { chanceOf, type Chance } from '../plan/chance.ts';
import type { ServerPlan } from '../plan/draw-server.ts';
import type { Scene } from '../run/scene.ts';
import { fleetingTools, steadyTools } from '../servers/offered-tools.ts';
import type { CallRecord } from './call-record.ts';

/** Those who call one server's tools, each in a way of its own. */
export class Callers {
  readonly #scene: Scene;
  readonly #server: string;
  readonly #chance: Chance;
  readonly #gapMs: number;
  #number = 0;

  constructor(scene: Scene, { name, callGapMs }: ServerPlan) {
    this.#scene = scene;
    this.#server = name;
    this.#chance = chanceOf(scene.plan.seed, `${name} callers`);
    this.#gapMs = callGapMs;
  }

  /** Calls, and at times many at once, until the faults are over. */
  async callOn(): Promise<void> {
    const chance = this.#chance;
    const { faults, after } = this.#scene;
    for (;;) {
      await after(chance.gap(this.#gapMs));
      if (!faults.active) return;
      const many = chance.between(3, 50);
      const calls = chance.happens(0.02) ? many : 1;
      for (let call = 0; call < calls; call += 1) this.#callSomehow();
    }
  }

  /** One harmless call, as a host without any wishes makes it. */
  callPlainly(): Promise<CallRecord> {
    return this.#submit('look', {}, undefined);
  }

  #callSomehow(): void {
    const chance = this.#chance;
    const tool = chance.pick([...steadyTools, ...steadyTools, chance.pick(fleetingTools)]);
    const cancelAfterMs = chance.happens(0.08) ? chance.between(0, 20_000) : undefined;
    // Not awaited: the callers go on, and the invariants see to it that every call settles.
    void this.#submit(tool, drawOptions(chance), cancelAfterMs);
  }

  async #submit(
    tool: string,
    options: CallOptions,
    cancelAfterMs: number | undefined,
  ): Promise<CallRecord> {
    const { clock, supervisor, tell, calls, tally } = this.#scene;
    const record = this.#record(tool, options);
    const aborter = cancelAfterMs === undefined ? undefined : new AbortController();
    if (aborter !== undefined) clock.setTimeout(() => aborter.abort(), cancelAfterMs ?? 0);
    const signal = aborter && { signal: aborter.signal };
    calls.set(record.key, record);
    tally.calls += 1;
    tell.submitted(record);
    try {
      const given = { key: record.key };
      const result = await supervisor.callTool(this.#server, tool, given, {
        ...options,
        ...signal,
      });
      this.#settle(record, textOf(result.content) === record.key ? 'answered' : 'PROTOCOL_ERROR');
    } catch (error) {
      if (!(error instanceof HoldfastError)) throw error;
      this.#settle(record, error.code);
    }
    return record;
  }

  #record(tool: string, options: CallOptions): CallRecord {
    const { clock, contextOf } = this.#scene;
    const submittedAt = clock.now();
    const policyMs = contextOf(this.#server)?.policy.maxTotalMs ?? 600_000;
    const totalMs = options.maxTotalMs ?? policyMs;
    this.#number += 1;
    return {
      key: `${this.#server}/${this.#number}`,
      server: this.#server,
      tool,
      options,
      submittedAt,
      deadlineAt: totalMs === false ? Infinity : submittedAt + totalMs,
      sends: [],
    };
  }

  #settle(record: CallRecord, outcome: NonNullable<CallRecord['settled']>): void {
    const { judge, calls, tell } = this.#scene;
    judge.require(
      record.settled === undefined && calls.delete(record.key),
      'I7 (K1)',
      this.#server,
      () => `${record.key} settled twice`,
    );
    record.settled = outcome;
    tell.settled(record);
  }
}

function drawOptions(chance: Chance): CallOptions {
  const waits = chance.happens(0.4);
  const waitForReadyMs = chance.between(500, 120_000);
  const isHasty = chance.happens(0.3);
  const timeoutMs = chance.between(500, 20_000);
  const isBounded = chance.happens(0.2);
  const maxTotalMs = chance.between(1_000, 90_000);
  const replay = chance.pick(['safe', 'safe', 'safe', 'safe', 'always', 'never'] as const);
  return {
    ...(waits && { waitForReadyMs }),
    ...(isHasty && { timeoutMs }),
    ...(isBounded && { maxTotalMs }),
    ...(replay !== 'safe' && { replay }),
  };
}

function textOf(content: readonly unknown[]): unknown {
  return (content[0] as { readonly text?: unknown } | undefined)?.text;
}
