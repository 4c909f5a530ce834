import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { parseJson } from '../../json-rpc.ts';
import type { Head } from './answer-head.ts';
import { Body } from './body.ts';
import { faultOfStatus, isVersionRefusal, type StatusFault } from './status.ts';

const LARGEST_TEXT_BYTES = 8 * 1024;

/** Time a refusal's text has to arrive. Its status is known already. */
export const REFUSAL_WAIT_MS = 2_000;

/** Statuses that say more than a JSON-RPC error in their body. */
const statusesThatRule = new Set([401, 403, 404, 405, 429, 503]);

/** A response that is not what was asked for, and as much of its text as matters. */
export class Refusal {
  readonly head: Head;
  readonly #body = new Body(LARGEST_TEXT_BYTES);

  constructor(head: Head) {
    this.head = head;
  }

  /** False once nothing more is wanted. */
  take(chunk: Buffer): boolean {
    this.#body.take(chunk);
    return !this.#body.overflowed;
  }

  /** The beginning of the body. Untrusted. */
  get text(): string {
    return this.#body.text();
  }

  /** @param sessionSent whether the request carried a session id */
  fault(sessionSent: boolean): StatusFault {
    return faultOfStatus({ ...this.head, text: this.text }, sessionSent);
  }
}

/**
 * K6: a JSON-RPC error to this very request is an answer, whatever the status around it. Undefined
 * if the refusal holds none, or its status says more.
 */
export function answerIn(refusal: Refusal, fault: StatusFault, id: RequestId): unknown {
  if (fault.sessionGone || statusesThatRule.has(fault.status)) return undefined;
  const value = parseJson(refusal.text);
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined;
  if ('id' in value && value.id === id) return value;
  // A server that refuses our revision may not read as far as the id; its answer is clear all the same.
  return isVersionRefusal(refusal.text) ? { ...value, id } : undefined;
}
