import { isObject } from '../../is-object.ts';

/** What is wrong with what a host's handler returned; undefined if nothing is. */
export function findSamplingFault(result: unknown): string | undefined {
  if (!isObject(result)) return 'it is not an object';
  const { role, content, model } = result;
  if (role !== 'user' && role !== 'assistant') return 'its role must be user or assistant';
  if (typeof model !== 'string') return 'its model must be a text';
  return isObject(content) || Array.isArray(content) ? undefined : 'it has no content';
}

export function findElicitationFault(result: unknown): string | undefined {
  if (!isObject(result)) return 'it is not an object';
  const { action, content } = result;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel')
    return 'its action must be accept, decline or cancel';
  return content === undefined || isObject(content) ? undefined : 'its content is not an object';
}
