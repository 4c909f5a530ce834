import type { StatelyInspector } from '../inspect/stately-inspector.ts';
import type { Link } from './show/link-line.ts';

/** What was said about the Stately inspector on the command line. */
export interface InspectWish {
  readonly inspect?: boolean;
  /** Also a wish for it. */
  readonly inspectPort?: number;
}

export type OpenedInspector = Link & Pick<StatelyInspector, 'inspect' | 'stop'>;

/**
 * Opens the inspector if that was asked for, as `stately.config.json` in the working directory says. A
 * fleet goes on without it, so what goes wrong is told and not thrown.
 */
export async function openInspector({
  inspect = false,
  inspectPort: port,
}: InspectWish): Promise<OpenedInspector | { readonly fault: string } | undefined> {
  if (!inspect && port === undefined) return undefined;
  // Loaded here, so that a fleet that is not inspected does not wait for it.
  const { createStatelyInspector } = await import('../inspect/stately-inspector.ts');
  const { readInspectorSettings } = await import('../inspect/inspector-settings.ts');
  try {
    const settings = await readInspectorSettings();
    const options = { ...settings, ...(port !== undefined && { port }) };
    const { url: address, inspect: look, stop } = await createStatelyInspector(options);
    return { label: 'Inspector', address, inspect: look, stop };
  } catch (error) {
    return {
      fault: `The inspector cannot be opened: ${why(error)}. The fleet goes on without it.`,
    };
  }
}

function why(error: unknown): string {
  const { code, message, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  return code === 'EADDRINUSE' ? `port ${port} is taken` : message;
}
