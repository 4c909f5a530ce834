import { useState } from 'preact/hooks';
import type { ListedTool } from '../../../catalogue/tool.ts';
import { plainText } from '../../../link/plain-text.ts';
import type { ActionAnswer } from '../../wire/action.ts';
import { useStore } from '../use-fleet.ts';
import { nameText } from '../words.ts';
import { ToolForm } from './tool-form.tsx';
import { ToolResult } from './tool-result.tsx';

/** One tool: its words, and once it is opened, a form to call it with. */
export function TryTool({ tool }: { readonly tool: ListedTool }) {
  const { source } = useStore();
  const [isOpen, setOpen] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [answer, setAnswer] = useState<ActionAnswer>();
  const { act } = source;
  const run = async (args: Record<string, unknown>) => {
    if (act === undefined) return;
    setRunning(true);
    setAnswer(await act('call', { server: tool.server, tool: tool.name, args }));
    setRunning(false);
  };
  return (
    <details class="tool" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="name">{nameText(tool.name)}</span>
        <span class="hints">{hintsOf(tool)}</span>
      </summary>
      {isOpen && (
        <div class="inside">
          {tool.description && <p class="description">{plainText(tool.description)}</p>}
          {act && (
            <ToolForm
              tool={tool}
              isRunning={isRunning}
              // It never rejects: a failure is an answer too.
              onSubmit={(args) => void run(args)}
            />
          )}
          {answer && <ToolResult answer={answer} />}
        </div>
      )}
    </details>
  );
}

/** What the server says of it, which need not be true. */
function hintsOf({ annotations, availability }: ListedTool): string {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations ?? {};
  return [
    readOnlyHint ? 'only reads' : '',
    destructiveHint && !readOnlyHint ? 'may destroy' : '',
    idempotentHint && !readOnlyHint ? 'may be repeated' : '',
    availability === 'ready' ? '' : availability,
  ]
    .filter(Boolean)
    .join(' · ');
}
