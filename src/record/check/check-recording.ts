import type { RecordingLine, StartedLine, StepLine } from '../lines/line.ts';
import type { Entry } from '../read-recording.ts';
import { compare } from './compare.ts';
import { LineOrder } from './line-order.ts';
import type { Judge, Objection } from './judge.ts';
import { createMachineJudges } from './machine-judge.ts';
import { ReferenceJudge } from './reference-judge.ts';

/** Something in a recording that cannot have been so. */
export interface Finding {
  /** `impossible`: no machine does this. `altered`: the file is not as it was written. */
  readonly kind: 'impossible' | 'altered';
  /** The line of the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** Milliseconds since the run began. */
  readonly atMs?: number;
  readonly server?: string;
  readonly rule?: string;
}

/** What a recording holds, and what is wrong with it. */
export interface CheckReport {
  readonly lines: number;
  readonly runs: number;
  readonly servers: readonly string[];
  /** Steps that were held to the machine and to the contract. */
  readonly steps: number;
  /** Steps of servers whose state was not known, after a gap or an impossible step. */
  readonly unchecked: number;
  /** Lines that the recorder says are missing. */
  readonly missing: number;
  /** Lines that a kill cut off in the middle. */
  readonly halfLines: number;
  /** The last run was killed, or still goes on. */
  readonly isOpen: boolean;
  /** In the order of the file; at most a hundred. */
  readonly findings: readonly Finding[];
}

const MOST_FINDINGS = 100;

/**
 * Runs a recording through the machine and the reference model. A server's steps after an impossible
 * one are not held against it, until a line says where it stands.
 */
export function checkRecording(entries: readonly Entry[]): CheckReport {
  return new Check().run(entries);
}

class Check {
  readonly #createMachineJudge = createMachineJudges();
  readonly #order = new LineOrder();
  /** Of machines whose state is known, by `machineOf`. */
  readonly #judges = new Map<string, readonly Judge[]>();
  readonly #servers = new Set<string>();
  readonly #findings: Finding[] = [];
  #runs = 0;
  #steps = 0;
  #unchecked = 0;
  #missing = 0;
  #halfLines = 0;
  #isOpen = false;

  run(entries: readonly Entry[]): CheckReport {
    for (const [index, entry] of entries.entries()) this.#look(entry, entries[index + 1]);
    return {
      lines: entries.length,
      runs: this.#runs,
      servers: [...this.#servers],
      steps: this.#steps,
      unchecked: this.#unchecked,
      missing: this.#missing,
      halfLines: this.#halfLines,
      isOpen: this.#isOpen,
      findings: this.#findings,
    };
  }

  #look({ number, line, isAsWritten }: Entry, next: Entry | undefined): void {
    if (line === undefined) {
      const isHalf = next === undefined || beginsAnew(next.line);
      if (isHalf) this.#halfLines += 1;
      else this.#find({ kind: 'altered', line: number, text: 'it is no line of a recording' });
      return;
    }
    for (const objection of this.#objectionsTo(line))
      this.#find({ kind: 'impossible', line: number, ...placeOf(line), ...objection });
    const disorder = this.#order.follow(line);
    if (disorder !== undefined)
      this.#find({ kind: 'altered', line: number, ...placeOf(line), text: disorder });
    else if (!isAsWritten) {
      const text =
        'the line is not as it was written, or not behind the line it was written behind';
      this.#find({ kind: 'altered', line: number, ...placeOf(line), text });
    }
  }

  #objectionsTo(line: RecordingLine): readonly Objection[] {
    this.#isOpen = line.kind !== 'end';
    if ('server' in line) this.#servers.add(line.server);
    switch (line.kind) {
      case 'recording':
        if (line.part === 1) this.#runs += 1;
        this.#judges.clear();
        return [];
      case 'gap':
        this.#missing += line.dropped + line.lost;
        this.#judges.clear();
        return [];
      case 'resumed':
        return this.#resume(line);
      case 'started':
        return this.#start(line);
      case 'step':
        return this.#take(line);
      case 'told':
      case 'call':
      case 'end':
        return [];
    }
  }

  #resume(line: Extract<RecordingLine, { kind: 'resumed' }>): readonly Objection[] {
    const judges = this.#newJudges();
    return this.#holding(machineOf(line), () => {
      for (const judge of judges) judge.resume(line);
      this.#judges.set(machineOf(line), judges);
      return [];
    });
  }

  #start(line: StartedLine): readonly Objection[] {
    const judges = this.#newJudges();
    this.#judges.set(machineOf(line), judges);
    this.#steps += 1;
    return this.#holding(machineOf(line), () =>
      judges.flatMap((judge) => objections(judge, compare(line, judge.start(line), 'xstate.init'))),
    );
  }

  #take(line: StepLine): readonly Objection[] {
    const judges = this.#judges.get(machineOf(line));
    if (judges === undefined) {
      this.#unchecked += 1;
      return [];
    }
    this.#steps += 1;
    if (line.crashed === true) {
      this.#judges.delete(machineOf(line));
      return [{ text: 'its machine failed, and was replaced', rule: 'C15' }];
    }
    return this.#holding(machineOf(line), () => judges.flatMap((judge) => judgeStep(judge, line)));
  }

  /** After an objection nobody knows where the server stands; also not after one that a forged line made. */
  #holding(machine: string, judge: () => readonly Objection[]): readonly Objection[] {
    let found: readonly Objection[];
    try {
      found = judge();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      found = [{ text: `no machine can take it: ${reason}` }];
    }
    if (found.length > 0) this.#judges.delete(machine);
    return merged(found);
  }

  #newJudges(): readonly Judge[] {
    return [this.#createMachineJudge(), new ReferenceJudge()];
  }

  #find(finding: Finding): void {
    if (this.#findings.length < MOST_FINDINGS) this.#findings.push(finding);
  }
}

function judgeStep(judge: Judge, line: StepLine): readonly Objection[] {
  const answer = judge.take(line);
  return objections(judge, 'text' in answer ? answer : compare(line, answer, line.event.type));
}

function objections(judge: Judge, objection: Objection | undefined): readonly Objection[] {
  return objection ? [{ ...objection, text: `${objection.text} (${judge.name})` }] : [];
}

/** One finding where both say the same. */
function merged([first, second, ...rest]: readonly Objection[]): readonly Objection[] {
  if (first === undefined || second === undefined) return first ? [first] : [];
  const said = first.text.replace(' (the machine)', '');
  if (`${said} (the contract)` !== second.text) return [first, second, ...rest];
  return [{ ...first, text: `${said} (the machine, the contract)` }, ...rest];
}

/** A removed server may still take steps while the next one of its name runs. */
function machineOf({ server, life = 1 }: { server: string; life?: number }): string {
  return JSON.stringify([server, life]);
}

function placeOf(line: RecordingLine): { atMs: number; server?: string } {
  return { atMs: line.at, ...('server' in line && { server: line.server }) };
}

function beginsAnew(line: RecordingLine | undefined): boolean {
  return line?.kind === 'recording' || line?.kind === 'gap';
}
