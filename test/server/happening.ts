import type { ServerEmission } from '../../machines/events.ts';

/** What a machine tells, without the name of its server. */
export type Happening = ServerEmission extends infer Event
  ? Event extends ServerEmission
    ? Omit<Event, 'server'>
    : never
  : never;
