import { fromCallback, type CallbackActorLogic } from 'xstate';
import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand, LinkEvent } from '../../machines/events.ts';

/** One link the machine started, and what has happened to it since. */
export interface ScriptedAttempt {
  /** Counted from 1. */
  readonly number: number;
  readonly input: LinkInput;
  /** What the machine asked of this link, oldest first. */
  readonly commands: readonly LinkCommand[];
  /** Stopped by the machine, or ended by an error of its own. */
  readonly stopped: boolean;
  /** Reports a fact. From a stopped link it goes nowhere, as in life. */
  report(fact: LinkEvent): void;
}

/** What the peer does by itself. Each may report facts at once, and each may throw. */
export interface LinkScript {
  readonly onStart?: (attempt: ScriptedAttempt) => void;
  readonly onCommand?: (attempt: ScriptedAttempt, command: LinkCommand) => void;
  readonly onStop?: (attempt: ScriptedAttempt) => void;
}

/** A link that does only what its script and its owner say; it stands for the peer in tests. */
export interface ScriptedLink {
  /** Goes into `machine.provide({ actors: { link: logic } })`. */
  readonly logic: CallbackActorLogic<LinkCommand, LinkInput>;
  /** Every link so far, oldest first. */
  readonly attempts: readonly ScriptedAttempt[];
  /** Links that were started and have not ended. More than one breaks C2. */
  readonly live: readonly ScriptedAttempt[];
  /** Starts, stops and commands in the order they happened: `start 1`, `check 1`, `stop 1`. */
  readonly history: readonly string[];
  /** Reports a fact from the link that was started last and still lives. @throws if none does. */
  report(fact: LinkEvent): void;
}

/** A link for one machine, and the way to speak through it. */
export function createScriptedLink(script: LinkScript = {}): ScriptedLink {
  const attempts: MutableAttempt[] = [];
  const history: string[] = [];
  const logic = fromCallback<LinkCommand, LinkInput>(({ input, sendBack, receive }) => {
    const attempt = new MutableAttempt(attempts.length + 1, input, sendBack);
    attempts.push(attempt);
    history.push(`start ${attempt.number}`);
    receive((command) => {
      attempt.commands.push(command);
      history.push(`${command.type} ${attempt.number}`);
      attempt.during(() => script.onCommand?.(attempt, command));
    });
    attempt.during(() => script.onStart?.(attempt));
    return () => {
      attempt.stopped = true;
      history.push(`stop ${attempt.number}`);
      script.onStop?.(attempt);
    };
  });
  const live = () => attempts.filter(({ stopped }) => !stopped);
  return {
    logic,
    attempts,
    history,
    get live() {
      return live();
    },
    report(fact) {
      const last = live().at(-1);
      if (last === undefined) throw new Error(`No link is alive to report ${fact.type}.`);
      last.report(fact);
    },
  };
}

class MutableAttempt implements ScriptedAttempt {
  readonly number: number;
  readonly input: LinkInput;
  readonly commands: LinkCommand[] = [];
  stopped = false;
  readonly #sendBack: (fact: LinkEvent) => void;

  constructor(number: number, input: LinkInput, sendBack: (fact: LinkEvent) => void) {
    this.number = number;
    this.input = input;
    this.#sendBack = sendBack;
  }

  report(fact: LinkEvent): void {
    this.#sendBack(fact);
  }

  /** XState never calls the disposer of a link that threw, so that is its end. */
  during(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.stopped = true;
      throw error;
    }
  }
}
