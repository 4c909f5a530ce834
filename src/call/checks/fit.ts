import type { HoldfastError } from '../../errors/holdfast-error.ts';

/** Does the call fit what the server lists now (K2)? */
export type Fitness =
  | { readonly kind: 'fit' }
  | { readonly kind: 'unfit'; readonly error: HoldfastError }
  /** Only a list refresh that is due can tell. */
  | { readonly kind: 'unsettled' };

export const fit: Fitness = { kind: 'fit' };
export const unsettled: Fitness = { kind: 'unsettled' };

export function unfit(error: HoldfastError): Fitness {
  return { kind: 'unfit', error };
}
