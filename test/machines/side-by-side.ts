import { createActor } from 'xstate';
import type { ChartEvent, ServerEvent } from '../../machines/events.ts';
import { createServerMachine, publicState, type PublicState } from '../../machines/index.ts';
import { createReference, type Reference } from '../../src/testing/reference-model.ts';
import { createScriptedLink, type ScriptedLink } from '../../src/testing/scripted-link.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import type { Step, Walk } from './walks.ts';

/** What can be seen of a server from outside. */
export interface View {
  readonly state: Omit<PublicState, 'lastError'> & { readonly error?: string };
  readonly links: readonly string[];
  /** Shut down, with nothing pending. */
  readonly isOver: boolean;
}

/** A machine and a reference model to which the same things happen. */
export interface SideBySide {
  /** Lets both take one step; says when it was, and what. */
  take(step: Step): string;
  machine(): View;
  reference(): View;
  stop(): void;
}

interface Surroundings {
  readonly link: ScriptedLink;
  readonly random: (nowMs: number) => number;
  readonly nowMs: () => number;
}

const nowhere: Surroundings = { link: createScriptedLink(), random: () => 0, nowMs: () => 0 };
const walking = { in: nowhere };
// Built once, since building it takes longer than a walk; one walk runs at a time.
const machine = createServerMachine({
  random: () => walking.in.random(walking.in.nowMs()),
}).provide({
  actors: {
    link: {
      ...nowhere.link.logic,
      start: (snapshot, scope) => walking.in.link.logic.start?.(snapshot, scope),
    },
  },
});

export function startSideBySide({ policy, generation, parked, random }: Walk): SideBySide {
  const clock = createStepClock();
  const crashes = createCrashes();
  const link = createScriptedLink({ onStart: crashes.ofLink, onCommand: crashes.ofLink });
  const input = { server: 'files', policy, generation, ...(parked && { parked }) };
  walking.in = { link, random, nowMs: () => clock.now() };
  const actor = createActor(machine, { input, clock });
  const reference = createReference({ ...input, random });
  actor.start();
  const pass = (untilMs: number) => {
    clock.advance(untilMs - clock.now());
    let isOver = false;
    while (!isOver) crashes.ofReference(reference, () => (isOver = !reference.fireNext(untilMs)));
  };
  const send = (event: ServerEvent) => {
    actor.send(event);
    crashes.ofReference(reference, () => reference.send(event));
  };
  const dueMs = () =>
    reference.pending.size === 0 ? clock.now() : Math.min(...reference.pending.values());
  return {
    take(step) {
      if (step.kind === 'time') pass(step.ms === 'next' ? dueMs() : clock.now() + step.ms);
      else if (step.kind === 'crash') crashes.arm();
      else if (step.kind === 'late') firstStopped(link)?.report(step.event);
      else send(dated(step, reference.state().generation));
      return `${clock.now()} ${JSON.stringify(step)}`;
    },
    machine: () => ({
      ...viewOf(publicState(actor.getSnapshot())),
      links: commandsOf(link),
      isOver: actor.getSnapshot().status === 'done',
    }),
    reference: () => ({
      ...viewOf(reference.state()),
      links: reference.links,
      isOver: reference.state().connection === 'shutdown' && reference.pending.size === 0,
    }),
    stop: () => void actor.stop(),
  };
}

/** Lets the next link that is started or commanded throw, and tells the reference so (C15). */
function createCrashes() {
  const armed = { forLink: false, forReference: false };
  return {
    arm: () => {
      armed.forLink = armed.forReference = true;
    },
    ofLink: () => {
      if (!armed.forLink) return;
      armed.forLink = false;
      throw new Error('The link is broken.');
    },
    ofReference: (reference: Reference, act: () => void) => {
      const before = reference.links.length;
      act();
      const isAsked = reference.links.slice(before).some((line) => !line.startsWith('stop'));
      if (!armed.forReference || !isAsked) return;
      armed.forReference = false;
      const crash: ChartEvent = { type: 'xstate.error.actor.link', error: undefined };
      reference.send(crash);
    },
  };
}

/** XState lets a link that threw go on to report, so that a late report needs one that was stopped. */
function firstStopped({ attempts, history }: ScriptedLink) {
  return attempts.find(({ number }) => history.includes(`stop ${number}`));
}

function dated({ event, age }: Step & { kind: 'send' }, generation: number): ServerEvent {
  if (age === undefined || (event.type !== 'call.succeeded' && event.type !== 'call.failed'))
    return event;
  return { ...event, generation: generation - age };
}

/** Messages are left out: where a fault is the machine's own finding, its words are free. */
function viewOf({ lastError, ...state }: PublicState): Pick<View, 'state'> {
  const error = lastError && `${lastError.kind} ${lastError.code}`;
  return { state: { ...state, ...(error && { error }) } };
}

function commandsOf({ history, attempts }: ScriptedLink): string[] {
  const heard = new Map<number, number>();
  return history.map((line) => {
    const [type, number] = line.split(' ');
    if (type === 'start' || type === 'stop') return line;
    const index = heard.get(Number(number)) ?? 0;
    heard.set(Number(number), index + 1);
    const command = attempts[Number(number) - 1]?.commands[index];
    return command?.type === 'close' && command.force === true ? `${line} force` : line;
  });
}
