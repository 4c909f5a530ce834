import type { Session } from './session.ts';

/** T7: the level that the host wants, told to each session anew. */
export function setLogLevel(
  session: Session,
  level: string,
  refused: (message: string) => void,
): void {
  const { answer } = session.request('logging/setLevel', { level });
  // Not awaited: no session is worth less for it, and none outlives its end.
  void answer.then((ending) => {
    if (ending.kind === 'error') refused(ending.message);
  });
}
