import { explain } from '../health/explain.ts';
import type { Explanation, ServerStatus } from '../health/status.ts';
import { describeActivity } from '../server/describe-activity.ts';
import { describeDisabled, describeServer, explainServer } from '../server/describe-server.ts';
import type { ServerActivity } from '../server/server-activity.ts';
import type { Fleet } from './fleet.ts';

/** H1 for one server. @throws HoldfastError `SERVER_UNKNOWN` */
export function statusOf(fleet: Fleet, name: string): ServerStatus {
  const { server, entry, addedAt } = fleet.member(name);
  return server
    ? describeServer(server, fleet.moment())
    : describeDisabled(name, entry, Math.round(addedAt));
}

/** What a server does right now. @throws HoldfastError `SERVER_UNKNOWN` */
export function activityOf(fleet: Fleet, name: string): ServerActivity {
  const { server } = fleet.member(name);
  return describeActivity(name, server, fleet.moment());
}

/** H2 for one server. @throws HoldfastError `SERVER_UNKNOWN` */
export function explanationOf(fleet: Fleet, name: string): Explanation {
  const { server } = fleet.member(name);
  if (server) return explainServer(server, fleet.moment());
  return explain({
    status: statusOf(fleet, name),
    timeline: [],
    now: fleet.moment().wall,
    outlook: { kind: 'refuse', code: 'SERVER_SHUT_DOWN' },
  });
}
