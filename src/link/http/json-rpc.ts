import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** True for a request, which is the only message that is answered. */
export function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

/**
 * Whether `value` has the shape of a JSON-RPC 2.0 message. By hand, because this runs for every
 * message; what a message holds is checked where it is used.
 */
export function isJsonRpc(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const id = value['id'];
  if (typeof value['method'] === 'string') return id === undefined || isId(id);
  if (!isId(id)) return false;
  if ('result' in value) return isObject(value['result']);
  const error = value['error'];
  return (
    isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
  );
}

/** The id of the request that `message` answers. */
export function answeredId(message: JSONRPCMessage): RequestId | undefined {
  return 'method' in message || !('id' in message) ? undefined : message.id;
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
  return typeof value === 'number' || typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
