import { HoldfastError } from '../errors/holdfast-error.ts';

/** Names that an error lists at most. */
const LISTED_NAMES = 20;

/** K4: a caller who got a name wrong is told the right ones. */
export function unknownServer(name: string, known: readonly string[]): HoldfastError {
  const listed = known.slice(0, LISTED_NAMES).join(', ');
  const more = known.length > LISTED_NAMES ? `, and ${known.length - LISTED_NAMES} more` : '';
  const names = known.length === 0 ? 'There are none.' : `Known servers: ${listed}${more}.`;
  return new HoldfastError('SERVER_UNKNOWN', `there is no server named ${JSON.stringify(name)}`, {
    server: name,
    advice: `Use a known name. ${names}`,
  });
}
