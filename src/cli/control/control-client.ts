import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { errorCodes, type ErrorCode } from '../../errors/codes.ts';
import { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Progress } from '../../link/session.ts';
import { CliError } from '../cli-error.ts';
import { MAX_ANSWER_BYTES, readFrames, writeFrame } from './frames.ts';
import type { Answers, Ask, AskOptions, Method } from './requests.ts';
import type { ServerSight } from './server-sight.ts';
import { socketPaths } from './socket-path.ts';

const CONNECT_WAIT_MS = 2_000;

/**
 * How long an answer may take. The longer ones cover what the supervisor itself bounds: an attempt
 * with its wait at the start gate, a whole shutdown. A call has bounds of its own, and a watch ends
 * with what is watched.
 */
const answerWaitMs: Readonly<Record<Method, number | undefined>> = {
  status: 10_000,
  explain: 10_000,
  tools: 10_000,
  call: undefined,
  retry: 300_000,
  restart: 300_000,
  stop: 300_000,
  watch: undefined,
};

/** Asks the `up` that runs for the configuration; undefined if none does. */
export async function connectUp(file: string): Promise<Ask | undefined> {
  for (const path of await socketPaths(file)) {
    const ask = await connectControl(path);
    if (ask) return ask;
  }
  return undefined;
}

async function connectControl(path: string): Promise<Ask | undefined> {
  const first = await open(path);
  if (!first) return undefined;
  let unused: Socket | undefined = first;
  return async (method, params, options = {}) => {
    const socket = unused ?? (await open(path));
    unused = undefined;
    if (!socket) throw brokenOff();
    return (await exchange(socket, { method, params }, options)) as Answers[typeof method];
  };
}

async function open(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WAIT_MS) });
    return socket;
  } catch (error) {
    socket.destroy();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined;
    throw new CliError('unexpected', 'CONTROL_UNREACHABLE', 'the running "up" does not answer', {
      advice: 'It may be stopped or overloaded; end it by its process id if it stays so.',
      cause: error,
    });
  }
}

interface Frame {
  readonly answer?: unknown;
  readonly error?: { readonly code?: string; readonly message: string; readonly advice?: string };
  readonly progress?: Progress;
  readonly sight?: ServerSight;
}

function exchange(
  socket: Socket,
  request: { readonly method: Method; readonly params: unknown },
  { signal, onProgress, onSight }: AskOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const waitMs = answerWaitMs[request.method];
    const timer = waitMs === undefined ? undefined : setTimeout(() => socket.destroy(), waitMs);
    const abort = () => socket.destroy();
    signal?.addEventListener('abort', abort);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      // Too late to matter if the answer is there.
      reject(signal?.aborted ? (signal.reason as Error) : brokenOff());
    });
    const show = async (sight: ServerSight) => {
      socket.pause();
      try {
        await onSight?.(sight);
        socket.resume();
      } catch (error) {
        reject(error as Error);
        socket.destroy();
      }
    };
    readFrames(socket, MAX_ANSWER_BYTES, {
      onOverflow: () => socket.destroy(),
      onFrame: (text) => {
        const frame = parseFrame(text);
        if (!frame) return socket.destroy();
        if (frame.progress) return onProgress?.(frame.progress);
        if (frame.sight) return void show(frame.sight);
        if (frame.error) reject(toError(frame.error));
        else resolve(frame.answer);
        socket.end();
      },
    });
    // A signal that came while the connection was made is told to nobody any more.
    if (signal?.aborted) abort();
    else writeFrame(socket, request);
  });
}

function parseFrame(text: string): Frame | undefined {
  try {
    return JSON.parse(text) as Frame;
  } catch {
    // Whoever sends this is no "up" of ours; the closed connection is reported as broken off.
    return undefined;
  }
}

function toError(error: NonNullable<Frame['error']>): Error {
  const { code, message, advice = '' } = error;
  if (code !== undefined && (errorCodes as readonly string[]).includes(code))
    return new HoldfastError(code as ErrorCode, message, { ...error, advice });
  return new Error(message);
}

function brokenOff(): CliError {
  return new CliError('notRunning', 'CONTROL_LOST', 'the running "up" ended before it answered', {
    advice: 'The request may have been carried out; see with "holdfast status" if it still runs.',
  });
}
