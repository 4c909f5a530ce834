import type { CallOptions } from '../call/call-options.ts';
import type { Answered } from '../call/call-result.ts';
import type { CallKind } from '../call/kinds/call-kind.ts';
import { completionCall } from '../call/kinds/completion-call.ts';
import { promptCall } from '../call/kinds/prompt-call.ts';
import { readCall } from '../call/kinds/resource-calls.ts';
import { checkCompletion, checkFunction, checkText } from './check-requests.ts';
import type { Fleet } from './fleet.ts';
import type { Supervisor } from './supervisor.ts';

type Asking = Pick<Supervisor, 'getPrompt' | 'readResource' | 'complete' | 'subscribe'>;

/** Everything that is asked of a server beside its tools (T6). */
export function createAsking(fleet: Fleet): Asking {
  // The kind says what its answer holds; the types cannot.
  const ask = async <Result extends Answered>(
    name: string,
    kind: CallKind,
    subject: string,
    { given, options }: { given?: Record<string, unknown>; options: CallOptions | undefined },
  ) => (await fleet.find(name).calls.ask(kind, subject, given, options)) as Result;

  return {
    getPrompt: (server, name, given, options) =>
      // Checked with the call, where anything but an object is refused.
      ask(server, promptCall, name, { given: given as Record<string, unknown>, options }),
    readResource: (server, uri, options) => ask(server, readCall, uri, { options }),
    complete: async (server, request, options) => {
      checkCompletion(request);
      const { prompt, uriTemplate, argument, given } = request;
      const ref =
        prompt === undefined
          ? { type: 'ref/resource', uri: uriTemplate }
          : { type: 'ref/prompt', name: prompt };
      const params = { ref, argument, ...(given && { context: { arguments: given } }) };
      const subject = prompt ?? uriTemplate ?? '';
      return ask(server, completionCall, subject, { given: params, options });
    },
    subscribe: async (server, uri, listener, options) => {
      checkText('uri', uri);
      checkFunction('listener', listener);
      return fleet.find(server).subscriptions.add(uri, listener, options);
    },
  };
}
