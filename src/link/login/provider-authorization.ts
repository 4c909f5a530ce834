import type { Authorization } from '../http/requests/authorization.ts';
import type { Renewal } from './renewal.ts';

/** The one in use, and those that a late answer may still be about. */
const REMEMBERED = 3;

/** Brings the tokens of a provider to the wire: one header, and one renewal for each refusal. */
export function authorizationOf(renewal: Renewal): Authorization {
  const given: string[] = [];
  return {
    given,
    headers: async () => {
      const token = await renewal.token();
      // E5: a token that no header may carry could only break every request.
      if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return {};
      if (given.at(-1) !== token) given.push(token);
      if (given.length > REMEMBERED) given.shift();
      return { authorization: `Bearer ${token}` };
    },
    renew: ({ status, headers, login }) =>
      renewal.mend({
        token: login['authorization']?.slice('Bearer '.length),
        challenge: headers['www-authenticate'],
        wantsScope: status === 403,
      }),
  };
}
