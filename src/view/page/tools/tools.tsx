import { useEffect, useState } from 'preact/hooks';
import type { ListedTool } from '../../../catalogue/tool.ts';
import { countText } from '../../../health/count-text.ts';
import { useStore } from '../use-fleet.ts';
import { TryTool } from './try-tool.tsx';

interface ToolsProps {
  readonly server: string;
  /** Another one means that the list has changed. */
  readonly version: number | undefined;
}

/** A server may offer thousands; a person looks for one by name. */
const SHOWN_TOOLS = 100;

/** What a server offers, and a form to try one of it. */
export function Tools({ server, version }: ToolsProps) {
  const { source } = useStore();
  const [tools, setTools] = useState<readonly ListedTool[]>([]);
  const [wanted, want] = useState('');
  useEffect(() => {
    let isWanted = true;
    void source.tools(server).then(
      (listed) => isWanted && setTools(listed),
      // The next version brings them; until then the old list is as good as any.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [source, server, version]);
  if (tools.length === 0) return <p class="nothing">It offers no tool.</p>;
  const found = tools.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      {tools.length > 12 && (
        <input
          class="filter"
          type="search"
          aria-label="Filter the tools by name"
          placeholder={`Filter ${countText(tools.length, 'tool')}`}
          value={wanted}
          onInput={({ currentTarget }) => want(currentTarget.value)}
        />
      )}
      <ul class="tools">
        {found.slice(0, SHOWN_TOOLS).map((tool) => (
          <li key={tool.name}>
            <TryTool tool={tool} />
          </li>
        ))}
      </ul>
      {found.length > SHOWN_TOOLS && (
        <p class="nothing">and {found.length - SHOWN_TOOLS} more; filter to find them</p>
      )}
    </>
  );
}
