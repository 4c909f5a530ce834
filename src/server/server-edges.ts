import type { ServerInput } from '../../machines/context.ts';
import type { FleetPolicy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import type { ChannelEnds } from '../link/channel-ends.ts';
import type { HostClient } from '../link/host/host-client.ts';
import type { OpenChannel } from '../link/open-channel.ts';
import type { StartGate } from '../link/start-gate.ts';
import type { ServerActor } from './server-actor.ts';
import type { ServerReport } from './server-report.ts';

/** What a supervised server gets from its fleet. */
export interface ServerEdges {
  readonly clock: Clock;
  /** Epoch milliseconds, for what people read. */
  readonly wall: () => number;
  readonly random: () => number;
  /** As last configured (F4). */
  readonly fleetPolicy: () => FleetPolicy;
  readonly gate: StartGate;
  readonly ends: ChannelEnds;
  readonly openChannel: OpenChannel;
  readonly client: HostClient;
  readonly createActor: (input: ServerInput) => ServerActor;
  readonly nextTimelineId: () => number;
  /** Told in order; the supervisor hands it on to its listeners. */
  readonly tell: (report: ServerReport) => void;
}
