/** `wrong` is to be mended, `note` is worth knowing, `fine` was looked at and is in order. */
export type Verdict = 'fine' | 'note' | 'wrong';

/** What one look has found. */
export interface Finding {
  readonly verdict: Verdict;
  /** What was looked at. */
  readonly check:
    | 'configuration'
    | 'folder'
    | 'command'
    | 'address'
    | 'name'
    | 'connection'
    | 'certificate'
    | 'handshake'
    | 'output'
    | 'tools'
    | 'end';
  readonly message: string;
  /** What a person can do about it. */
  readonly next?: string;
  /** How long it took. */
  readonly tookMs?: number;
  /** The last lines of a server's stderr. Untrusted text. */
  readonly lastWords?: string;
}

export interface Examination {
  readonly server: string;
  readonly verdict: Verdict | 'disabled';
  readonly findings: readonly Finding[];
}

export interface DoctorReport {
  /** Absolute path of the configuration. */
  readonly config: string;
  readonly verdict: Verdict;
  readonly servers: readonly Examination[];
}

export function fine(check: Finding['check'], message: string, tookMs?: number): Finding {
  return { verdict: 'fine', check, message, ...(tookMs === undefined ? {} : { tookMs }) };
}

export function note(check: Finding['check'], message: string, next: string): Finding {
  return { verdict: 'note', check, message, next };
}

export function wrong(check: Finding['check'], message: string, next: string): Finding {
  return { verdict: 'wrong', check, message, next };
}

/** The worst of all. */
export function worst(verdicts: readonly (Verdict | 'disabled')[]): Verdict {
  if (verdicts.includes('wrong')) return 'wrong';
  return verdicts.includes('note') ? 'note' : 'fine';
}
