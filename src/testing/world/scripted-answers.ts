import { ExchangeError, type ExchangeFault } from '../../link/channel.ts';

/** What a request or an answer carries, as JSON has it. */
export type Params = Record<string, unknown>;

/** What an answering method returns to leave its request without an answer. */
export const silence = Symbol('silence');

/** A tool as a server lists it, with an object as its input and no more. */
export function tool(name: string, extra: Params = {}): Params {
  return { name, inputSchema: { type: 'object' }, ...extra };
}

/** Thrown by an answering method: the server answers with this error. */
export function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { rpc: { code, message } });
}

/** Thrown by an answering method: the exchange ends without an answer (K6). */
export function fault(of: ExchangeFault): ExchangeError {
  return new ExchangeError(of, `the exchange failed: ${of.kind}`);
}
