import type { ServerContext } from '../../../machines/context.ts';
import type { LastError } from '../../../machines/events.ts';
import { publicState } from '../../../machines/public-state.ts';
import type { RecordedError, RecordedState } from './line.ts';
import { safeCode } from './safe-code.ts';

/** A machine's public state as a recording holds it: without the text of its error (L9). */
export function safeState(value: unknown, context: ServerContext): RecordedState {
  const { lastError, ...state } = publicState({ value, context });
  return { ...state, ...(lastError && { lastError: safeError(lastError) }) };
}

export function safeError({ code, kind }: LastError): RecordedError {
  return { code: safeCode(code), kind };
}

/** All of the context; it is JSON, and only its error holds a text (L9). */
export function safeContext(context: ServerContext): ServerContext {
  const { lastError } = context;
  if (lastError === undefined) return context;
  return { ...context, lastError: { ...lastError, code: safeCode(lastError.code), message: '' } };
}
