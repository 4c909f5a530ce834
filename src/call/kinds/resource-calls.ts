import { fit } from '../checks/fit.ts';
import type { CallKind } from './call-kind.ts';

/** A resource need not be listed to be there, so only its server can say whether it is. */
export const readCall: CallKind = {
  ...aboutResource('resources/read'),
  findResultFault: ({ contents }) =>
    Array.isArray(contents) ? undefined : 'its contents are not a list',
};

/** T6: by method. Either may be told twice. */
export const subscriptionCalls = {
  'resources/subscribe': aboutResource('resources/subscribe'),
  'resources/unsubscribe': aboutResource('resources/unsubscribe'),
} as const;

function aboutResource(method: string): CallKind {
  return {
    method,
    noun: 'resource',
    isRead: true,
    list: undefined,
    params: (call) => ({ uri: call.subject }),
    check: () => fit,
    hints: () => ({ readOnlyHint: true }),
    findResultFault: () => undefined,
  };
}
