/**
 * One Ctrl-C can arrive twice: from the terminal, and from a launcher that passes it on. Only a
 * signal after this pause is a second wish.
 */
const SAME_WISH_MS = 500;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `wish` when the process is asked to end, and again for each further time (S5).
 * Returns the way to stop listening.
 */
export function onStopSignal(wish: (signal: NodeJS.Signals) => void): () => void {
  let last = -Infinity;
  const listen = (signal: NodeJS.Signals) => {
    const now = performance.now();
    if (now - last < SAME_WISH_MS) return;
    last = now;
    wish(signal);
  };
  for (const signal of stopSignals) process.on(signal, listen);
  return () => {
    for (const signal of stopSignals) process.off(signal, listen);
  };
}
