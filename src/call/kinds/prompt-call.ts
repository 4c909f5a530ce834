import { isObject } from '../../is-object.ts';
import { isContentPart } from '../../link/content-part.ts';
import { fit, unfit } from '../checks/fit.ts';
import type { CallablePrompt } from '../environment.ts';
import { invalidArguments } from '../errors/refusals.ts';
import type { CallKind } from './call-kind.ts';
import { unknownSubject } from './unknown-subject.ts';

export const promptCall: CallKind = {
  method: 'prompts/get',
  noun: 'prompt',
  isRead: true,
  list: 'prompts',
  params: (call) => ({ name: call.subject, arguments: call.arguments }),

  check(call, environment) {
    const prompt = environment.prompt(call.subject);
    if (prompt === undefined) return unknownSubject(call, environment, environment.knownPrompts());
    const fault = findFault(prompt, call.arguments);
    return fault === undefined ? fit : unfit(invalidArguments(call, fault));
  },

  hints: () => ({ readOnlyHint: true }),
  findResultFault({ messages }) {
    if (!Array.isArray(messages)) return 'its messages are not a list';
    const areUsable = messages.every((message: unknown) => isMessage(message));
    return areUsable ? undefined : 'one of its messages has no content';
  },
};

function isMessage(value: unknown): boolean {
  return isObject(value) && isContentPart(value['content']);
}

/** The protocol knows arguments of prompts as texts, some of which are required. */
function findFault(prompt: CallablePrompt, given: Record<string, unknown>): string | undefined {
  const missing = prompt.arguments?.find(
    ({ name, required }) => required === true && given[name] === undefined,
  );
  if (missing !== undefined) return `arguments.${missing.name} is missing`;
  const odd = Object.entries(given).find(([, value]) => typeof value !== 'string');
  return odd && `arguments.${odd[0]} must be a string, not ${typeof odd[1]}`;
}
