import { basename } from 'node:path';
import type { Supervisor } from '../supervisor/supervisor.ts';
import type { View } from '../view/server/serve-view.ts';
import type { Link } from './show/link-line.ts';
import type { Terminal } from './terminal.ts';

/** What was said about the live view on the command line. */
export interface ViewWish {
  /** `--view` or `--no-view`; undefined if nothing was said. */
  readonly view?: boolean;
  readonly viewPort?: number;
  readonly json?: boolean;
}

/** It is served where a person sees the link, and elsewhere only if it was asked for. */
export function wantsView(
  { view, viewPort, json = false }: ViewWish,
  { interactive }: Pick<Terminal, 'interactive'>,
): boolean {
  return view ?? (viewPort !== undefined || (interactive && !json));
}

/** A fleet goes on without its view, so what goes wrong is told and not thrown. */
export async function openView(
  supervisor: Supervisor,
  file: string,
  port: number | undefined,
): Promise<(Link & View) | { readonly fault: string }> {
  // Loaded here, so that a fleet without a view does not wait for it.
  const { serveView } = await import('../view/server/serve-view.ts');
  try {
    const view = await serveView(supervisor, {
      title: basename(file),
      ...(port !== undefined && { port }),
    });
    return { label: 'Live view', ...view };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `port ${port} is taken` : message;
    return { fault: `The live view cannot be served: ${why}. The fleet goes on without it.` };
  }
}
