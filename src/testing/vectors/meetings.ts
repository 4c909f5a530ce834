import type { Question } from '../world/behaviour.ts';
import { fault, rpcError } from '../world/scripted-answers.ts';
import type { Meeting } from './step.ts';

/** Which of its meetings each sending of a call has; the last one holds for all further. */
export class MeetingOrder {
  readonly #sent = new Map<string, number>();

  next(call: string, meets: readonly Meeting[] = ['silence']): Meeting {
    const index = this.#sent.get(call) ?? 0;
    this.#sent.set(call, index + 1);
    return meets[index] ?? meets.at(-1) ?? 'silence';
  }
}

/** What a call comes to at a simulated server, other than silence (K6). */
export function meet(
  meeting: Exclude<Meeting, 'silence'>,
  { channel }: Question,
  retryAfterMs: number | undefined,
): unknown {
  const hint = retryAfterMs === undefined ? undefined : { retryAfterMs };
  switch (meeting) {
    case 'ok':
      return { content: [] };
    case 'toolError':
      return { content: [], isError: true };
    case 'rpcError':
      throw rpcError(-32_050, 'it says no');
    case 'garbage':
      throw fault({ kind: 'malformed', code: 'NOT_JSON' });
    case 'reset':
      throw fault({ kind: 'cut', code: 'ECONNRESET' });
    case 'notSent':
      throw fault({ kind: 'notSent', code: 'ECONNREFUSED' });
    case 'tooMany':
      throw fault({ kind: 'status', status: 429, sessionGone: false, ...hint });
    case 'unavailable':
      throw fault({ kind: 'status', status: 503, sessionGone: false, ...hint });
    case 'forgotten':
      channel.lose({ kind: 'sessionExpired', code: 'SESSION_EXPIRED', message: 'who is that?' });
      throw fault({ kind: 'status', status: 404, sessionGone: true });
    case 'death':
      channel.lose({ kind: 'lost', code: 'PROCESS_EXITED', message: 'it died' });
      throw fault({ kind: 'cut', code: 'PROCESS_EXITED' });
  }
}
