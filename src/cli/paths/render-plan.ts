import { dirname, relative, resolve, sep } from 'node:path';
import type { PathPlan } from '../../testing/paths/path-plan.ts';
import { renderJson } from '../../testing/paths/render-json.ts';
import { renderMarkdown } from '../../testing/paths/render-markdown.ts';
import { renderMermaid } from '../../testing/paths/render-mermaid.ts';
import { renderVitest } from '../../testing/paths/render-vitest.ts';
import type { LoadedMachine } from './load-machine.ts';

export type PathFormat = 'vitest' | 'json' | 'markdown' | 'mermaid';

export interface Rendering {
  readonly format: PathFormat;
  /** A host's own machine; absent for holdfast's. */
  readonly loaded: LoadedMachine | undefined;
  /** Where the text goes; the current folder if nowhere yet. */
  readonly out: string | undefined;
  readonly command: string;
}

export function renderPlan(plan: PathPlan, { format, loaded, out, command }: Rendering): string {
  switch (format) {
    case 'json':
      return renderJson(plan);
    case 'markdown':
      return renderMarkdown(plan);
    case 'mermaid':
      return renderMermaid(plan);
    case 'vitest':
      return renderVitest(plan, {
        ...(loaded === undefined
          ? { from: 'holdfast/machines', name: 'createServerMachine', factory: true }
          : { from: pathBetween(out, loaded.file), name: loaded.name, factory: loaded.factory }),
        command,
      });
  }
}

/** How a file at `out` names the module at `file`: relative, with slashes. */
function pathBetween(out: string | undefined, file: string): string {
  const folder = out === undefined ? resolve('.') : dirname(resolve(out));
  const path = relative(folder, file).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
