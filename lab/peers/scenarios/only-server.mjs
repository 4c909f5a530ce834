import { CALL_MS } from '../clients/limits.mjs';

const NAME = 'server';

/** Opens a peer on one server, and takes the server's name out of all that follows. */
export async function openOnly(peer, spec) {
  const fleet = await peer.open({ [NAME]: spec });
  return {
    listTools: () => fleet.listTools(NAME),
    call: (tool, given = {}) => fleet.call(NAME, tool, given, { timeoutMs: CALL_MS }),
    close: () => fleet.close(),
  };
}

export const echo = (client) => client.call('echo', { text: 'hello' });
