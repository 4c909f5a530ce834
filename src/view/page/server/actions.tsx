import { useState } from 'preact/hooks';
import type { ActionAnswer, ActionName } from '../../wire/action.ts';
import type { ListedServer } from '../../wire/frame.ts';
import { useStore } from '../use-fleet.ts';

const buttons = [
  { action: 'retry', word: 'Retry', why: 'Attempts a fresh session now (C9)' },
  { action: 'restart', word: 'Restart', why: 'Rebuilds it, or starts it again after a stop' },
  { action: 'stop', word: 'Stop', why: 'Ends its session and its process' },
] as const;

/** What a person can do to a server. Nothing where only a recording is shown. */
export function Actions({ server: { server, state } }: { readonly server: ListedServer }) {
  const { source } = useStore();
  const [running, setRunning] = useState<ActionName>();
  const [said, say] = useState('');
  const { act } = source;
  if (act === undefined || state === 'disabled') return null;
  const run = async (action: ActionName) => {
    setRunning(action);
    say('');
    say(outcomeText(action, await act(action, { server })));
    setRunning(undefined);
  };
  return (
    <div class="actions">
      {buttons.map(({ action, word, why }) => (
        <button
          key={action}
          type="button"
          class={action}
          title={why}
          disabled={running !== undefined || (state === 'shutdown' && action !== 'restart')}
          // It never rejects: a failure is an answer too.
          onClick={() => void run(action)}
        >
          {running === action ? `${word}…` : word}
        </button>
      ))}
      <p class="said" role="status">
        {said}
      </p>
    </div>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  revived: 'it is ready',
  failed: 'the attempt failed',
  shutDown: 'it was shut down meanwhile',
  nothing: 'there was nothing to do',
};

function outcomeText(action: ActionName, answer: ActionAnswer): string {
  const word = buttons.find((button) => button.action === action)?.word ?? action;
  if (!answer.ok) return `${word}: ${answer.error.code}: ${answer.error.message}`;
  if (action === 'stop') return 'Stopped; nothing of it is left.';
  const { outcome = '', error } = answer.result as {
    outcome?: string;
    error?: { message: string };
  };
  return `${word}: ${outcomes[outcome] ?? outcome}${error ? `. ${error.message}` : '.'}`;
}
