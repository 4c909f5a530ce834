import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../is-object.ts';

/**
 * Whether `value` has the shape of a JSON-RPC 2.0 message. By hand, because this runs for every
 * message: a schema check would cost more than all the rest of the reading (L3). What a message holds
 * is checked where it is used.
 */
export function isJsonRpc(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (typeof method === 'string')
    return (id === undefined || isId(id)) && (params === undefined || isObject(params));
  if (method !== undefined) return false;
  // Some servers write the field that does not apply as null.
  if (isObject(result)) return isId(id) && isAbsent(error);
  // An error that answers an unreadable request has no id it could name.
  return isAbsent(result) && isError(error) && (isId(id) || isAbsent(id));
}

/** True for a request, which is the only message that is answered. */
export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/** The id of the request that `message` answers; undefined if it answers none that it could name. */
export function answeredId(message: JSONRPCMessage): RequestId | undefined {
  return 'method' in message || !('id' in message) ? undefined : (message.id ?? undefined);
}

/** Parses text that may be anything. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}

function isError(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
