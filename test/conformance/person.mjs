import { auth, extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';

/** Logs in where holdfast asks for it: the part of a login that is the host's own. */
export class Person {
  #provider;
  #url;

  constructor(provider, url) {
    this.#provider = provider;
    this.#url = url;
  }

  /** @param requests of which one was refused; the refusal says where to log in, and for what */
  async logIn(requests) {
    const options = { serverUrl: this.#url, ...(await this.#findChallenge(requests)) };
    if ((await auth(this.#provider, options)) === 'AUTHORIZED') return;
    await auth(this.#provider, { ...options, authorizationCode: this.#provider.code });
  }

  async #findChallenge(requests) {
    for (const request of requests) {
      const response = await this.#post(request);
      if (!response.ok) return extractWWWAuthenticateParams(response);
    }
    return {};
  }

  async #post(request) {
    const { access_token: token } = (await this.#provider.tokens()) ?? {};
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, ...request }),
    });
    await response.body?.cancel();
    return response;
  }
}
