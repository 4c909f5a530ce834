import type { IncomingMessage } from 'node:http';

/** The names that lead here without anybody in between. */
function ownHosts(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`];
}

/** False for a foreign name that was made to lead to this address. */
export function isOurHost({ headers }: IncomingMessage, port: number): boolean {
  return headers.host !== undefined && ownHosts(port).includes(headers.host);
}

/** Whether it comes from a page that was served here, under the name that is asked. */
export function isOurOrigin({ headers }: IncomingMessage, port: number): boolean {
  return (
    isOurHost({ headers } as IncomingMessage, port) && headers.origin === `http://${headers.host}`
  );
}
