import { createCall, type Call } from '../../src/call/call.ts';
import { toolCall } from '../../src/call/kinds/tool-call.ts';
import { policyWith } from './world.ts';

/** A call of a tool, by the defaults, of which nobody hears what becomes of it. */
export function newCall(subject = 'read', submittedAt = 0): Call {
  const settle = { resolve: () => undefined, reject: () => undefined };
  const made = { kind: toolCall, server: 'files', subject, arguments: {}, options: {} };
  return createCall(made, settle, policyWith({}), submittedAt);
}
