interface Listeners {
  readonly aborts: Set<() => void>;
  readonly tellAll: () => void;
}

const bySignal = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `abort` when the signal is aborted, until the returned function is called. However many
 * calls share a signal, it gets one listener: Node warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, abort: () => void): () => void {
  const { aborts, tellAll } = bySignal.get(signal) ?? listenTo(signal);
  aborts.add(abort);
  return () => {
    if (!aborts.delete(abort) || aborts.size > 0) return;
    bySignal.delete(signal);
    signal.removeEventListener('abort', tellAll);
  };
}

function listenTo(signal: AbortSignal): Listeners {
  const aborts = new Set<() => void>();
  const tellAll = () => {
    for (const abort of [...aborts]) abort();
  };
  const listeners = { aborts, tellAll };
  bySignal.set(signal, listeners);
  signal.addEventListener('abort', tellAll, { once: true });
  return listeners;
}
