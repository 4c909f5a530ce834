/** One attempt at a session (C2). Its children only say whether the deadline runs. */
export function createAttemptState<
  const Path extends `#${string}`,
  const Reported,
  const Failed,
  const Opened,
>(path: Path, { reported, failed }: AttemptFailures<Reported, Failed>, opened: Opened) {
  return {
    entry: ['stopLink', 'startLink', 'announceAttempt'],
    initial: 'dialling',
    on: {
      'link.opened': { target: '#ready', actions: opened },
      'link.failed': reported,
      // C15: a link that throws or ends without a fact has failed.
      'xstate.error.actor.link': failed,
      'xstate.done.actor.link': failed,
      retry: [
        {
          guard: 'retryReplacesLink',
          target: path,
          reenter: true,
          actions: ['applyPolicy', 'forgive', 'setAskedCause'],
        },
        { guard: 'retryIsAskedFor', actions: ['applyPolicy', 'forgive', 'setAskedCause'] },
      ],
      shutdown: { target: '#shutdown.closing' },
    },
    states: {
      // F2, C13: waiting for the start gate or for a predecessor's end is not the server's fault.
      queued: { on: { 'link.granted': { target: 'dialling' } } },
      dialling: {
        after: { connectDeadline: failed },
        on: {
          'link.queued': { target: 'queued' },
          'link.granted': { target: 'dialling', reenter: true },
          // F3: time spent asleep does not count.
          retry: { guard: 'retryIsWake', target: 'dialling', reenter: true },
        },
      },
    },
  } as const;
}

/** Where an attempt leads that did not open. */
interface AttemptFailures<Reported, Failed> {
  /** The link says why. */
  readonly reported: Reported;
  /** It took too long or crashed, which is always transient (C2, C15). */
  readonly failed: Failed;
}
