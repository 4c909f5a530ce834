import type { FaultKind } from './fault-kind.ts';
import { childKinds } from './child/child-kinds.ts';
import { hostKinds } from './host/host-kinds.ts';
import { httpKinds } from './http/http-kinds.ts';
import { tcpKinds } from './tcp/tcp-kinds.ts';

/** Every kind of fault, in the order in which they are run and shown. */
export const faultKinds: readonly FaultKind[] = [
  ...tcpKinds,
  ...httpKinds,
  ...childKinds,
  ...hostKinds,
];
