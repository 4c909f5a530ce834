import type { Authorization } from '../http/requests/authorization.ts';
import type { Renewal } from './renewal.ts';

/** Brings the tokens of a provider to the wire: one header, and one renewal for each refusal. */
export function authorizationOf(renewal: Renewal): Authorization {
  return {
    headers: async () => {
      const token = await renewal.token();
      // E5: a token that no header may carry could only break every request.
      if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return {};
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
