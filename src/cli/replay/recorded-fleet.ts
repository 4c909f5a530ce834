import { plainLine } from '../../link/plain-text.ts';
import type { CallLine, RecordingLine, ServerFacts } from '../../record/lines/line.ts';
import { safeState } from '../../record/lines/safe-state.ts';
import type { Entry } from '../../record/read-recording.ts';
import { storyOf } from '../../record/story.ts';
import type { RecordedFleet, RecordedMoment } from '../../view/wire/recorded.ts';
import { ReplayedServer } from './replayed-server.ts';

/** More would take a browser's memory; the last ones are what a recording is looked at for. */
const MOST_MOMENTS = 20_000;

/** A recording as the live view's page plays it. */
export function recordedFleet(title: string, entries: readonly Entry[]): RecordedFleet {
  const replay = new Replay();
  const moments = withCallStarts(entries)
    .flatMap(({ number, line, isStart }) => replay.moments(number, line, isStart))
    .slice(-MOST_MOMENTS);
  const [first, last] = [moments[0], moments.at(-1)];
  return { title, startsAt: first?.at ?? 0, endsAt: last?.at ?? 0, moments };
}

interface Happening {
  readonly number: number;
  readonly line: RecordingLine;
  /** The call of the line begins here; the line itself, where it settled, follows. */
  readonly isStart: boolean;
}

/** Calls are written when they settle; they are shown from their beginning. */
function withCallStarts(entries: readonly Entry[]): Happening[] {
  const happenings: (Happening & { readonly at: number; readonly run: number })[] = [];
  let run = 0;
  for (const { number, line } of entries) {
    if (line === undefined) continue;
    if (line.kind === 'recording' && line.part === 1) run += 1;
    happenings.push({ number, line, isStart: false, at: line.at, run });
    if (line.kind === 'call')
      happenings.push({ number, line, isStart: true, at: line.at - line.tookMs, run });
  }
  return happenings.sort((one, other) => one.run - other.run || one.at - other.at);
}

class Replay {
  #startedAt = 0;
  #facts: Readonly<Record<string, ServerFacts>> = {};
  #servers = new Map<string, ReplayedServer>();

  moments(number: number, line: RecordingLine, isStart: boolean): RecordedMoment[] {
    if (line.kind === 'recording') return this.#begin(line);
    const at = this.#startedAt + line.at;
    if (!('server' in line)) return [{ at, text: storyOf(line) ?? line.kind }];
    const server = this.#serverOf(line.server, at);
    const time = isStart && line.kind === 'call' ? at - line.tookMs : at;
    follow(server, line, time, isStart);
    return [this.#momentOf(server, line, { number, at: time, isStart })];
  }

  #begin({ startedAt, part, servers, at }: Extract<RecordingLine, { kind: 'recording' }>) {
    this.#startedAt = startedAt;
    this.#facts = servers;
    if (part === 1) this.#servers = new Map();
    const now = startedAt + at;
    const text = part === 1 ? 'A run begins' : `Part ${part} of a run begins`;
    const first: RecordedMoment = { at: now, text, ...(part === 1 && { begins: true as const }) };
    const others = Object.keys(servers).map((name) => {
      const server = this.#serverOf(name, now);
      return {
        at: now,
        text: 'Listed',
        server: name,
        listed: server.status(),
        detail: server.detail(now),
      };
    });
    return [first, ...others];
  }

  #serverOf(name: string, at: number): ReplayedServer {
    const known = this.#servers.get(name);
    if (known !== undefined) return known;
    const facts = this.#facts[name] ?? unknownFacts;
    const server = new ReplayedServer(name, facts, at);
    this.#servers.set(name, server);
    return server;
  }

  #momentOf(
    server: ReplayedServer,
    line: RecordingLine,
    { number, at, isStart }: { number: number; at: number; isStart: boolean },
  ): RecordedMoment {
    const story = isStart ? undefined : storyOf(line);
    return {
      at,
      text: story ?? nameOf(line),
      server: server.name,
      listed: server.status(),
      detail: server.detail(at),
      ...(story !== undefined && {
        entry: { id: number, at, event: nameOf(line), detail: story, server: server.name },
      }),
    };
  }
}

const unknownFacts: ServerFacts = {
  transport: 'stdio',
  required: false,
  enabled: true,
  policy: {},
};

function follow(server: ReplayedServer, line: RecordingLine, at: number, isStart: boolean): void {
  switch (line.kind) {
    case 'started':
      return server.stands(line.state, line.value, line.policy);
    case 'step':
      server.stands(line.state, line.value);
      return server.took(line, at);
    case 'resumed':
      return server.stands(safeState(line.value, line.context), line.value);
    case 'told':
      return server.told(line, at);
    case 'call':
      return followCall(server, line, at, isStart);
    default:
  }
}

function followCall(server: ReplayedServer, call: CallLine, at: number, isStart: boolean): void {
  if (isStart) server.called(call, at);
  else server.settled(call, at);
}

function nameOf(line: RecordingLine): string {
  if (line.kind === 'step') return plainLine(line.event.type);
  if (line.kind === 'told') return plainLine(line.event.type);
  return line.kind === 'call' ? `call ${plainLine(line.name ?? line.noun)}` : line.kind;
}
