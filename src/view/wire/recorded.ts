import type { FleetEntry, ListedServer, ServerDetail } from './frame.ts';

/** What a recording has to show, moment by moment; a page that has it needs nothing more. */
export interface RecordedFleet {
  readonly title: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** In the order in which they happened. */
  readonly moments: readonly RecordedMoment[];
}

/** One thing that happened, and how its server looks from then on. */
export interface RecordedMoment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What happened, in words. */
  readonly text: string;
  /** A run began: nothing of what was known before holds. */
  readonly begins?: true;
  readonly server?: string;
  readonly listed?: ListedServer;
  readonly detail?: ServerDetail;
  readonly entry?: FleetEntry;
}
