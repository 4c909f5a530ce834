/** What a person can do about an attempt that failed with this code (E2). */
export function nextStep(code: string): string {
  return steps[code] ?? otherwise(code);
}

const steps: Readonly<Record<string, string>> = {
  PROCESS_EXITED: 'Read its last words; run the command by hand in the same folder to see more.',
  CONNECT_TIMEOUT:
    'See whether it hangs at its start, or downloads; allow it more with --timeout-ms, and in "policy": { "firstConnectTimeoutMs": … }.',
  AUTH_REQUIRED: 'It wants credentials: "holdfast login" gets them, or set a header in its entry.',
  HANDSHAKE_REFUSED: 'Read what it says; it may want arguments or variables that are missing.',
  PROTOCOL_VERSION_UNSUPPORTED: 'Update the server, or holdfast.',
  COMMAND_NOT_FOUND: 'Install what the first line of its script names as interpreter.',
  NO_TRANSPORT: 'Check the path in its URL: no MCP server answers there.',
  WRONG_CONTENT_TYPE: 'Check the path in its URL: what answers there is no MCP server.',
  NOT_JSON_RPC: 'Check the path in its URL: what answers there is no MCP server.',
  REDIRECTED: 'Use the address that it redirects to.',
  HTTP_403: 'Check the credentials in its entry, and whether they allow this.',
  HTTP_404: 'Check the path in its URL; most are /mcp or /sse.',
};

function otherwise(code: string): string {
  return /^HTTP_5/.test(code)
    ? 'The server itself fails: see its own logs, and try again.'
    : 'Mend the cause and run this again; "holdfast explain" tells more while "up" runs.';
}
