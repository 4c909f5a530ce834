import type { Lab } from '../stage/lab.ts';
import type { Transport } from '../stage/transport.ts';

export type FaultGroup = 'tcp' | 'http' | 'child' | 'host';

/** One way for a server, a network or a host to fail. */
export interface FaultKind {
  /** Unique; `--only` takes it. */
  readonly name: string;
  readonly group: FaultGroup;
  readonly transports: readonly Transport[];
  /** What must be true afterwards, beside what every run is held to; with the rules it comes from. */
  readonly mustHold: string;
  /** Part of the short run with every change. */
  readonly smoke?: boolean;
  /** Takes many minutes, and is run only when it is named. */
  readonly isLong?: boolean;
  /** The whole of one run. Default 60 s. */
  readonly boundMs?: number;
  /** Makes the fault, and throws if something does not hold. */
  readonly run: (lab: Lab) => Promise<void>;
}
