import type { PathPlan } from './path-plan.ts';

/** What `holdfast paths --format json` writes. A field is only added without a new version. */
export interface PathsDocument extends PathPlan {
  readonly format: 'holdfast.paths';
  readonly version: 1;
}

/** A plan as a JSON document for other programs. The same plan gives the same text. */
export function renderJson(plan: PathPlan): string {
  const document: PathsDocument = { format: 'holdfast.paths', version: 1, ...plan };
  return `${JSON.stringify(document, null, 2)}\n`;
}
