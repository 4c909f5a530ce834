import { LoginOutage, LoginRefused } from '../../link/login/login-error.ts';
import { CliError } from '../cli-error.ts';

/** What a login that did not come about is to a person. Anything else stays what it is. */
export function loginFailure(error: unknown): unknown {
  if (error instanceof LoginOutage)
    return new CliError(
      'badAnswer',
      'LOGIN_UNAVAILABLE',
      `the authorization server cannot be used just now (${error.reason})`,
      { advice: 'Nothing was changed. Try again later.', cause: error },
    );
  if (!(error instanceof LoginRefused)) return error;
  const [message, advice] = refusals[error.reason] ?? [
    `the authorization server refused (${error.reason})`,
    'Nothing was changed. Try again, or ask whoever runs the server.',
  ];
  return new CliError('badAnswer', 'LOGIN_REFUSED', message, { advice, cause: error });
}

const refusals: Readonly<Record<string, readonly [message: string, advice: string]>> = {
  access_denied: [
    'the login was denied in the browser',
    'Nothing was changed. Run it again to allow it.',
  ],
  no_authorization_server: [
    'the server offers no login',
    'See with "holdfast doctor" whether it wants one; a token of its own goes into "headers".',
  ],
  no_registration: [
    'the authorization server registers no clients by itself',
    'Register one there and put its id into the configuration: "auth": { "clientId": "…" }.',
  ],
  invalid_client: [
    'the authorization server does not know the client',
    'Check clientId and clientSecret under "auth" in the configuration.',
  ],
};
