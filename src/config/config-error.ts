import { HoldfastError } from '../errors/holdfast-error.ts';

/** A configuration that cannot be used (E3, E4). Never carries a value that may be a secret. */
export function configError(
  message: string,
  details: { readonly server?: string; readonly advice?: string; readonly cause?: unknown } = {},
): HoldfastError {
  const { server, advice = 'Correct the configuration and try again.', cause } = details;
  return new HoldfastError('CONFIG_INVALID', message, { server, advice, cause });
}
