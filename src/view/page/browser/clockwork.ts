/** What of the browser's time a page uses, in one place. */

/** Runs once before the next picture, or soon if none is drawn. */
export function beforePaint(run: () => void): void {
  if (document.hidden) setTimeout(run, 250);
  else requestAnimationFrame(run);
}

/** Returns the way to stop it. */
export function every(intervalMs: number, run: () => void): () => void {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
}
