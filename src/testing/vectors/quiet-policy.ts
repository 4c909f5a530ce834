/**
 * What the cases leave to the peer: a keepalive would prove a session (C6a) at moments that a case
 * does not speak of. A case about keepalive sets its own.
 */
export const quietPolicy = { earlyPingMs: 2_147_483_647, keepaliveMs: false } as const;
