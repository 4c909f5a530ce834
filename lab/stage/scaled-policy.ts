/**
 * The waits of the contract, made short where waiting is not the point; every run prints them. What
 * a kind of fault is about, such as a number of retries, stays as it is by default.
 */
export const scaledPolicy = {
  baseDelayMs: 50,
  maxDelayMs: 800,
  stableAfterMs: 300,
  firstConnectTimeoutMs: 15_000,
  connectTimeoutMs: 12_000,
  parkedProbeMs: 1_500,
  wakeSpacingMs: 500,
  suspectPingMs: 4_000,
  pingTimeoutMs: 5_000,
  cooldownMs: 500,
  probeTimeoutMs: 5_000,
  drainMs: 1_000,
  terminateMs: 1_000,
  stdinGraceMs: 500,
  termGraceMs: 500,
  // A busy machine may need longer for what is quick elsewhere.
  graceMs: 15_000,
  lateVerdictMs: 5_000,
  startBurst: 500,
} as const;
