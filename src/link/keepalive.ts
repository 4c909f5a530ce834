import type { Policy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import { rpcCodes } from './rpc-codes.ts';
import type { Answer } from './session.ts';
import type { Wire } from './wire.ts';

export interface KeepaliveOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly random: () => number;
  readonly policy: () => Policy;
  /** Messages received on the channel so far. */
  readonly received: () => number;
  /** A list that the server declares, to ask for where it has no ping. */
  readonly listing: string | undefined;
  /** C6a: whether the session has answered something that counts. */
  readonly isProven: () => boolean;
  /** Over stdio: a message that cannot be sent means that the end will be told, last words first (L2). */
  readonly brokenPipeTells: boolean;
  /** Called with each check that the server answered. */
  readonly alive: () => void;
  /** Called once; the session is lost. */
  readonly dead: (message: string) => void;
}

/** L8: no server is pinged more often, whatever its policy says. */
const SHORTEST_PERIOD_MS = 5_000;
/** L8: servers that started together must not be pinged together. */
const PERIOD_JITTER = 0.1;

/** Finds out whether a silent server is still there (L8, R15), and harms none that is. */
export class Keepalive {
  readonly #options: KeepaliveOptions;
  #timer: unknown;
  #early: unknown;
  #receivedBefore = 0;
  #pingless = false;
  /** A suspicion is looked into at once, also while a patient check is under way (L6 b). */
  readonly #underWay = new Set<'check' | 'suspicion'>();
  #stopped = false;

  constructor(options: KeepaliveOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, policy, received, wire, isProven } = this.#options;
    this.#receivedBefore = received();
    this.#arm();
    // C6a: a handshake proves nothing, so a session that nobody uses is asked once, early.
    this.#early = clock.setTimeout(() => {
      if (!isProven() && wire.callsInFlight === 0) void this.check();
    }, policy().earlyPingMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#options.clock.clearTimeout(this.#timer);
    this.#options.clock.clearTimeout(this.#early);
  }

  /** A check now, never skipped (K9): two misses in a row are a loss. */
  check(): Promise<void> {
    return this.#ask('check', this.#options.policy().pingTimeoutMs, 2);
  }

  /** L6 b: one question; anything but a JSON-RPC answer is a loss. */
  checkSuspect(): Promise<void> {
    return this.#ask('suspicion', this.#options.policy().suspectPingMs, 1);
  }

  /** F4: a period that is changed applies from the next one on; one that was `false` has none. */
  policyChanged(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#receivedBefore = this.#options.received();
    this.#arm();
  }

  #arm(): void {
    const { clock, policy, random } = this.#options;
    const { keepaliveMs } = policy();
    this.#timer = undefined;
    if (keepaliveMs === false) return;
    const periodMs = Math.max(SHORTEST_PERIOD_MS, keepaliveMs * (1 - PERIOD_JITTER * random()));
    this.#timer = clock.setTimeout(() => this.#tick(), Math.round(periodMs));
  }

  #tick(): void {
    const received = this.#options.received();
    // A list that has no answer is no excuse: it is asked for again and again (T4), and could hide a death.
    const silent = received === this.#receivedBefore && this.#options.wire.callsInFlight === 0;
    this.#receivedBefore = received;
    this.#arm();
    if (silent) void this.check();
  }

  async #ask(why: 'check' | 'suspicion', timeoutMs: number, tries: number): Promise<void> {
    if (this.#underWay.has(why) || this.#stopped) return;
    this.#underWay.add(why);
    let miss = '';
    for (let left = tries; left > 0; left -= 1) {
      const answer = await this.#question(timeoutMs);
      if (this.#stopped) return;
      if (isAnswered(answer)) {
        this.#underWay.delete(why);
        // An answer to ourselves must not excuse the silence of the next period.
        this.#receivedBefore = this.#options.received();
        // A server that says "no such method" is alive; from now on its list is asked for.
        if (answer.kind === 'error' && answer.code === rpcCodes.methodNotFound)
          this.#rememberPingless();
        return this.#options.alive();
      }
      if (answer.kind === 'notSent' && this.#options.brokenPipeTells) {
        this.#underWay.delete(why);
        return;
      }
      miss = answer.kind === 'cancelled' ? `no answer within ${timeoutMs} ms` : answer.message;
      // L8: silence, too, may mean that the server has no ping.
      if (answer.kind === 'cancelled') this.#rememberPingless();
    }
    this.#underWay.delete(why);
    this.#options.dead(`the server did not answer a keepalive check: ${miss}`);
  }

  #rememberPingless(): void {
    this.#pingless = this.#options.listing !== undefined;
  }

  async #question(timeoutMs: number): Promise<Answer> {
    const { wire, clock, listing } = this.#options;
    const method = this.#pingless && listing !== undefined ? listing : 'ping';
    const exchange = wire.request(method, {});
    const timer = clock.setTimeout(() => exchange.cancel('no answer in time'), timeoutMs);
    const answer = await exchange.answer;
    clock.clearTimeout(timer);
    return answer;
  }
}

/** L8: only a well-formed JSON-RPC message is an answer; a gateway's error page is none. */
function isAnswered(answer: Answer): answer is Extract<Answer, { kind: 'result' | 'error' }> {
  return answer.kind === 'result' || answer.kind === 'error';
}
