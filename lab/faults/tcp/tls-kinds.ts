import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mustHold } from '../../stage/broken.ts';
import { NAME, type Lab } from '../../stage/lab.ts';
import { RemotePeer } from '../../stage/peer.ts';
import { overNetwork } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';

const run = promisify(execFile);

/** Makes a server that TLS cannot be spoken with. Returns its port. */
type Listen = (lab: Lab, peer: RemotePeer) => Promise<number> | number;

const ways: Readonly<Record<string, { readonly reason: string; readonly listen: Listen }>> = {
  'untrusted-certificate': { reason: 'permanent', listen: listenWithOwnCertificate },
  // A plain HTTP server answers in words that are no TLS.
  'no-tls': { reason: 'permanent', listen: (_lab, peer) => peer.proxy.port },
  'cut-handshake': {
    reason: 'startup',
    listen: (_lab, { proxy }) => {
      proxy.up({ kind: 'reset', afterBytes: 0 });
      return proxy.port;
    },
  },
};

/** TLS that fails: nothing was sent, and what cannot get better by itself parks at once (E2). */
export const tlsKinds: readonly FaultKind[] = Object.entries(ways).map(
  ([way, { reason, listen }]) => ({
    name: `tcp-tls-${way}`,
    group: 'tcp',
    transports: overNetwork,
    mustHold: `E2 it parks for \`${reason}\`; nothing was sent; C9 a mended entry brings it back`,
    smoke: way === 'no-tls',
    run: async (lab) => {
      const peer = await lab.serve();
      if (!(peer instanceof RemotePeer)) throw new Error('a network is needed for this');
      const port = await listen(lab, peer);
      const { url, ...entry } = peer.entry as { readonly url: string };
      const path = new URL(url).pathname;
      const policy = { parkedProbeMs: 60_000, wakeSpacingMs: 60_000 };
      await lab.supervise({ ...entry, url: `https://127.0.0.1:${port}${path}` }, policy);
      const { state, parkReason } = lab.status;
      mustHold(state === 'parked' && parkReason === reason, `E2 parked, ${reason}`, lab.status);
      const refused = await lab.effect();
      mustHold(refused.code === 'SERVER_PARKED', 'K4 a call is told so', refused);
      peer.proxy.heal();
      lab.supervisor.replace(NAME, peer.entry);
      await lab.recovers();
      mustHold(peer.effects === 0, 'nothing has run', peer.effects);
    },
  }),
);

async function listenWithOwnCertificate(lab: Lab): Promise<number> {
  const [key, certificate] = [join(lab.folder, 'key.pem'), join(lab.folder, 'certificate.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'],
  ]);
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  lab.atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
