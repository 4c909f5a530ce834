import type { Clock } from '../../clock.ts';
import {
  isLoginProvider,
  type LoginOptions,
  type LoginProvider,
} from '../../config/login-options.ts';
import type { Authorization } from '../http/requests/authorization.ts';
import { authorizationOf } from './provider-authorization.ts';
import { Renewal } from './renewal.ts';
import { StoredLogin } from './stored-login.ts';

/** How long a running renewal may take to end once its owner stops (S4). */
const END_WAIT_MS = 1_000;

/** One login that several channels, and perhaps several owners, use. */
interface SharedRenewal {
  readonly renewal: Renewal;
  readonly owners: Set<Logins>;
}

/**
 * One renewal for each provider and server in the whole process, whoever asks for it: two that
 * don't know of each other would both use the same refresh token.
 */
const shared = new WeakMap<LoginProvider, Map<string, SharedRenewal>>();

/** The logins of one owner's servers. */
export class Logins {
  readonly #stored = new Map<string, StoredLogin>();
  readonly #used = new Set<SharedRenewal>();

  /** What the requests of one channel to `server` carry. */
  authorization(auth: LoginProvider | LoginOptions, server: URL, clock: Clock): Authorization {
    const provider = isLoginProvider(auth) ? auth : this.#storedLogin(server, auth);
    const servers = shared.get(provider) ?? new Map<string, SharedRenewal>();
    shared.set(provider, servers);
    const login = servers.get(server.href) ?? {
      renewal: new Renewal(provider, server, clock),
      owners: new Set<Logins>(),
    };
    servers.set(server.href, login);
    login.owners.add(this);
    this.#used.add(login);
    login.renewal.begin();
    return authorizationOf(login.renewal);
  }

  /** After the last channel has ended. */
  async close(): Promise<void> {
    const used = [...this.#used];
    this.#used.clear();
    await Promise.all(
      used.map(async ({ renewal, owners }) => {
        owners.delete(this);
        if (owners.size === 0) await renewal.end(END_WAIT_MS);
      }),
    );
  }

  /** One for as long as its options stay the same, so that its channels share their renewals. */
  #storedLogin(server: URL, options: LoginOptions): StoredLogin {
    const key = JSON.stringify([server.href, options]);
    const stored = this.#stored.get(key) ?? new StoredLogin(server, options);
    this.#stored.set(key, stored);
    return stored;
  }
}
