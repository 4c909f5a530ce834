import { ConnectError } from './channel.ts';
import { rpcCodes } from './rpc-codes.ts';

/** E5: a server's list of revisions is shown, and may not be a story of its own. */
const LONGEST_LIST = 5;

/**
 * E2: an error that says in its fields that the server speaks none of our revisions is permanent.
 * Undefined for any other. `spoken` are our own.
 */
export function versionRefusal(
  error: { readonly code: number; readonly data?: unknown },
  spoken: readonly string[],
): ConnectError | undefined {
  const versions = supportedVersions(error.data);
  const isRefusal =
    error.code === rpcCodes.unsupportedProtocolVersion ||
    // Older servers answer this; only the data beside it tells it from other bad parameters.
    (error.code === rpcCodes.invalidParams && versions !== undefined);
  if (!isRefusal) return undefined;
  const theirs = versions?.length ? ` (it speaks ${versions.join(', ')})` : '';
  return new ConnectError(
    'permanent',
    'PROTOCOL_VERSION_UNSUPPORTED',
    `the server speaks no protocol revision that holdfast speaks${theirs}; holdfast speaks ${rangeOf(spoken)}`,
  );
}

function supportedVersions(data: unknown): string[] | undefined {
  if (typeof data !== 'object' || data === null || !('supported' in data)) return undefined;
  const { supported } = data;
  if (!Array.isArray(supported)) return undefined;
  const isDate = (item: unknown): item is string =>
    typeof item === 'string' && /^\d{4}-\d{2}-\d{2}$/u.test(item);
  return (supported as unknown[]).filter(isDate).slice(0, LONGEST_LIST);
}

function rangeOf(revisions: readonly string[]): string {
  const versions = [...revisions].sort();
  return `${versions[0] ?? ''} to ${versions.at(-1) ?? ''}`;
}
