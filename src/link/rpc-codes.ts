/** JSON-RPC error codes that mean something to us: its own, and one of MCP's. */
export const rpcCodes = {
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Of those that servers and clients give a meaning of their own. */
  busy: -32_000,
  /** A person has to visit a page before the request can be made again. */
  urlElicitationRequired: -32_042,
  /** What servers of revision 2026-07-28, which has no handshake, answer to one. */
  unsupportedProtocolVersion: -32_022,
} as const;
