import type { ActorLogic, AnyActorLogic, Snapshot } from 'xstate';
import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand } from '../../machines/events.ts';

/** Beside what the machine asks of it: to throw, or to end without a fact (C15). */
export type LinkOrder = LinkCommand | { readonly type: 'crash' } | { readonly type: 'end' };

/** A link that does nothing by itself; what it would report is sent to the machine in its name. */
export interface PuppetLink {
  readonly logic: AnyActorLogic;
  /** Starts, stops and commands since the last `forget`: `start 1`, `close 1 force`, `stop 1`. */
  readonly asked: readonly string[];
  forget(): void;
}

type PuppetSnapshot = Snapshot<undefined> & { readonly number: number };

export function createPuppetLink(): PuppetLink {
  let asked: string[] = [];
  let links = 0;
  const logic: ActorLogic<PuppetSnapshot, LinkOrder | { readonly type: 'xstate.stop' }, LinkInput> =
    {
      getInitialSnapshot: () => {
        links += 1;
        return { status: 'active', output: undefined, error: undefined, number: links };
      },
      start: ({ number }) => void asked.push(`start ${number}`),
      transition: (snapshot, order) => {
        const { number } = snapshot;
        const ended = { number, output: undefined, error: undefined };
        switch (order.type) {
          case 'crash':
            throw new Error('The link is broken.');
          case 'end':
            return { ...ended, status: 'done' };
          case 'xstate.stop':
            asked.push(`stop ${number}`);
            return { ...ended, status: 'stopped' };
          case 'close':
            asked.push(`close ${number}${order.force === true ? ' force' : ''}`);
            return snapshot;
          case 'check':
            asked.push(`check ${number}`);
            return snapshot;
        }
      },
      getPersistedSnapshot: (snapshot) => snapshot,
    };
  return {
    logic,
    get asked() {
      return asked;
    },
    forget: () => {
      asked = [];
      links = 0;
    },
  };
}
