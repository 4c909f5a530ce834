import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import type { HttpEntry } from '../../config/server-entry.ts';
import { networkCode } from '../../link/http/requests/network-errors.ts';
import { fine, wrong, type Finding } from './finding.ts';

const BOUND_MS = 10_000;

/**
 * The way to a server over HTTP, step by step up to the first that fails: address, name, connection,
 * certificate. Only the origin is shown: path and query may hold a secret (L9).
 */
export async function checkAddress({ url: text }: HttpEntry): Promise<Finding[]> {
  if (!URL.canParse(text))
    return [wrong('address', 'the URL is invalid', 'Write it as https://host/path.')];
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return [
      wrong(
        'address',
        `the URL must begin with http: or https:, not ${url.protocol}`,
        'Correct the scheme.',
      ),
    ];
  const findings = [fine('address', url.origin)];
  for (const step of [checkName, checkConnection, checkCertificate]) {
    const finding = await step(url);
    if (finding) findings.push(finding);
    if (finding?.verdict === 'wrong') break;
  }
  return findings;
}

async function checkName(url: URL): Promise<Finding | undefined> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return undefined;
  const startedAt = performance.now();
  try {
    const addresses = await lookup(host, { all: true });
    const shown = addresses.map(({ address }) => address).join(', ');
    return fine('name', `${host} is ${shown}`, performance.now() - startedAt);
  } catch (error) {
    return wrong(
      'name',
      `the name ${host} cannot be resolved (${networkCode(error)})`,
      'Check the host name in the URL, and the network.',
    );
  }
}

async function checkConnection(url: URL): Promise<Finding> {
  const startedAt = performance.now();
  const place = `${hostOf(url)} port ${portOf(url)}`;
  try {
    await whenOpen(connect(portOf(url), hostOf(url)), 'connect');
    return fine('connection', place, performance.now() - startedAt);
  } catch (error) {
    return wrong(
      'connection',
      `${place} does not answer (${reasonOf(error)})`,
      'Start the server, or check host and port in the URL, a firewall, a VPN.',
    );
  }
}

async function checkCertificate(url: URL): Promise<Finding | undefined> {
  if (url.protocol !== 'https:') return undefined;
  const host = hostOf(url);
  // Only looked at: nothing is sent over this connection.
  const socket = connectSecurely({
    host,
    port: portOf(url),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  try {
    return await whenOpen(socket, 'secureConnect', () => judge(socket));
  } catch (error) {
    return wrong(
      'certificate',
      `there is no TLS at ${host} port ${portOf(url)} (${reasonOf(error)})`,
      'Check the port, or use http: if the server has no TLS.',
    );
  }
}

function judge(socket: TLSSocket): Finding {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  // The type says Error; it is the code.
  const code = socket.authorized ? undefined : String(socket.authorizationError);
  if (code === undefined) return fine('certificate', `valid until ${to}`);
  const span = code === 'CERT_HAS_EXPIRED' ? `; it was valid until ${to}` : '';
  const start = code === 'CERT_NOT_YET_VALID' ? `; it is valid from ${from}` : '';
  return wrong(
    'certificate',
    `the certificate is not accepted: ${code}${span}${start}`,
    certificateHints[code] ?? 'Have the certificate renewed or corrected.',
  );
}

const privateAuthority =
  'Name the authority that signed it: NODE_EXTRA_CA_CERTS=/path/to/ca.pem holdfast …';

const certificateHints: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: privateAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: privateAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: privateAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `The server may leave out its chain; else: ${privateAuthority}`,
  CERT_HAS_EXPIRED: 'Renew the certificate; if it is new, check the clock of this machine.',
  CERT_NOT_YET_VALID: 'Check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use a host name that the certificate is for.',
};

/** Waits until the socket is open, bounded; whatever comes of it, the socket is gone afterwards. */
async function whenOpen<Result>(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  use: () => Result = () => undefined as Result,
): Promise<Result> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(BOUND_MS) });
    return use();
  } finally {
    // A late reset must not throw.
    socket.on('error', () => undefined).destroy();
  }
}

function reasonOf(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'AbortError';
  return isLate ? `nothing within ${BOUND_MS / 1_000} s` : networkCode(error);
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}
