import { HoldfastError } from '../../errors/holdfast-error.ts';
import type { ActionError } from '../wire/action.ts';

/** What a person needs of an error; a fault of our own says no more than that it is one (L9). */
export function toActionError(error: unknown): ActionError {
  if (!(error instanceof HoldfastError))
    return { code: 'INTERNAL', message: 'Something went wrong inside holdfast.' };
  const { code, message, advice } = error;
  return { code, message, advice };
}
