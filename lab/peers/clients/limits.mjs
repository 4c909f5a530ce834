/** The same for every peer that lets us set them: to connect, and for a call that brings no limit. */
export const CONNECT_MS = 30_000;
export const CALL_MS = 30_000;

/** For the HTTP stream, to every peer that has this option of the SDK: ten retries, soon. */
export const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 2_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 10,
};

/** How a peer introduces itself to a server, where it lets us say. */
export const CLIENT = { name: 'peers', version: '1.0.0' };
