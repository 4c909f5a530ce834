/** What a person can do about an attempt that failed with this code (E2, H2); most need nothing special. */
export const hints: Readonly<Partial<Record<string, string>>> = {
  COMMAND_NOT_FOUND: 'Install the command or correct it; the next probe finds it by itself.',
  COMMAND_NOT_EXECUTABLE: 'Make the command executable, then retry.',
  CWD_NOT_FOUND: 'Create the working directory or correct it, then retry.',
  PROCESS_EXITED: 'Read the last lines of its stderr; run the command by hand to see more.',
  CONNECT_TIMEOUT: 'See whether the server hangs at its start; allow it more time if it is slow.',
  ECONNREFUSED: 'Start the server, or check the host and port in its URL.',
  ENOTFOUND: 'Check the host name in its URL, and the network.',
  NO_TRANSPORT: 'Check the path in its URL: no MCP server answers there.',
  WRONG_CONTENT_TYPE: 'Check the path in its URL: what answers there is no MCP server.',
  NOT_JSON_RPC: 'Check the path in its URL: what answers there is no MCP server.',
  REDIRECTED: 'Use the address that it redirects to.',
  HTTP_403: 'Check the credentials in its entry, and whether they allow this.',
  HTTP_404: 'Check the path in its URL; most are /mcp or /sse.',
  LOGIN_UNAVAILABLE: 'Nothing; it goes on once its authorization server can be used again.',
  HANDSHAKE_REFUSED: 'Read what it says; it may want arguments or variables that are missing.',
  HANDSHAKE_INVALID: 'Use another version of the server; this one does not keep to the protocol.',
  PROTOCOL_VERSION_UNSUPPORTED:
    'Use a version of the server that also speaks an older revision, or a holdfast that speaks its.',
};
