import { fit } from '../checks/fit.ts';
import type { CallKind } from './call-kind.ts';

/** Proposals for an argument of a prompt or of a resource template. */
export const completionCall: CallKind = {
  method: 'completion/complete',
  noun: 'completion',
  isRead: true,
  list: undefined,
  params: (call) => call.arguments,
  check: () => fit,
  hints: () => ({ readOnlyHint: true }),
  findResultFault: ({ completion }) =>
    isCompletion(completion) ? undefined : 'its values are not a list',
};

function isCompletion(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'values' in value
    ? Array.isArray(value.values)
    : false;
}
