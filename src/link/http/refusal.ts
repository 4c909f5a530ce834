import { Body } from './body.ts';
import type { Head } from './http-request.ts';
import { faultOfStatus, type StatusFault } from './status.ts';

const LARGEST_TEXT_BYTES = 8 * 1024;

/** Time a refusal's text has to arrive. Its status is known already. */
export const REFUSAL_WAIT_MS = 2_000;

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
