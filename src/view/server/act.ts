import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { isObject } from '../../is-object.ts';
import { sendJson, sendText } from '../../loopback/private-reply.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { ActionAnswer, ActionName } from '../wire/action.ts';
import { toActionError } from './action-error.ts';
import { readBody } from './read-body.ts';

const requestSchema = z.strictObject({
  server: z.string(),
  tool: z.optional(z.string()),
  // As it is: a copy key by key would lose an argument that is called `__proto__`.
  args: z.optional(z.custom<Record<string, unknown>>(isObject)),
});

type Asked = z.infer<typeof requestSchema>;

interface Acting {
  readonly supervisor: Supervisor;
  readonly clock: Clock;
}

/** Does what a person asked for on the page. Answers in any case, and never rejects. */
export async function act(
  action: ActionName,
  request: IncomingMessage,
  response: ServerResponse,
  { supervisor, clock }: Acting,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return sendText(response, 413, 'That is more than an action may say.');
  const asked = parse(body);
  if (asked === undefined) return sendText(response, 400, 'That is not what an action looks like.');
  // Nobody waits for the answer any more once the page is gone.
  const left = new AbortController();
  response.on('close', () => left.abort());
  const startedAt = clock.now();
  const answer = await settle(
    () => actions[action](supervisor, asked, left.signal),
    () => Math.round(clock.now() - startedAt),
  );
  if (!response.destroyed) sendJson(response, 200, answer);
}

async function settle(run: () => Promise<unknown>, tookMs: () => number): Promise<ActionAnswer> {
  try {
    return { ok: true, result: await run(), tookMs: tookMs() };
  } catch (error) {
    return { ok: false, error: toActionError(error) };
  }
}

const actions: Readonly<
  Record<ActionName, (fleet: Supervisor, asked: Asked, signal: AbortSignal) => Promise<unknown>>
> = {
  retry: async (fleet, { server }) => outcomeOf(await fleet.retry(server)),
  restart: async (fleet, { server }) => outcomeOf(await fleet.restart(server)),
  stop: (fleet, { server }) => fleet.stop(server),
  call: (fleet, { server, tool = '', args }, signal) =>
    fleet.callTool(server, tool, args ?? {}, { signal }),
};

function outcomeOf({ error, ...outcome }: Awaited<ReturnType<Supervisor['retry']>>): object {
  return { ...outcome, ...(error && { error: toActionError(error) }) };
}

function parse(body: string): Asked | undefined {
  try {
    return requestSchema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
