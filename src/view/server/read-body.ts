import type { IncomingMessage } from 'node:http';

/** Room for the arguments of a call, typed or pasted by a person. */
const MOST_BYTES = 1024 * 1024;

/** The text that came with a request; undefined if it is too long or was cut off. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The connection is still needed, to say that it was too long.
    for await (const chunk of request.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MOST_BYTES) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}
