import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/**
 * The JSON-RPC message in a line, or undefined if it holds none. Checked by hand: a schema check of
 * every message would cost more than all the rest of the reading (L3).
 */
export function parseMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    // Noise on stdout is expected, and counted by the caller.
    return undefined;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params, result, error } = value;
  if (typeof method === 'string')
    return (id === undefined || isId(id)) && (params === undefined || isObject(params));
  if (method !== undefined) return false;
  if (error === undefined) return isId(id) && isObject(result);
  // An error that answers an unreadable request has no id it could name.
  return (isId(id) || id === undefined || id === null) && result === undefined && isError(error);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isInteger(value);
}

function isError(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';
}
