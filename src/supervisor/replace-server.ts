import { isDeepStrictEqual } from 'node:util';
import type { GivenServerEntry, ServerEntry } from '../config/server-entry.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';
import { shutDown } from './shut-down.ts';

/**
 * Puts a changed entry in an old one's place and disturbs no more than it has to (F4): the same
 * entry nothing, a policy only what comes next, how the server is reached its link.
 * @throws HoldfastError `SERVER_UNKNOWN`, `CONFIG_INVALID`
 */
export function replaceServer(fleet: Fleet, name: string, given: GivenServerEntry): void {
  const member = fleet.member(name);
  const entry = fleet.check(name, given);
  if (isDeepStrictEqual(member.entry, entry)) return;
  const { server } = member;
  if (server === undefined || !fleet.isRunning) return fleet.put(name, entry);
  if (entry.enabled === false) return disable(fleet, server, entry);
  fleet.members.set(name, { ...member, entry });
  // One that was stopped on purpose stays so; the next restart reads its new entry.
  if (server.state().connection !== 'shutdown') change(fleet, server, entry);
}

function change(fleet: Fleet, server: SupervisedServer, entry: ServerEntry): void {
  const before = server.entry;
  const policy = fleet.resolvePolicy(entry);
  const reached = !isDeepStrictEqual(reachOf(before), reachOf(entry));
  server.change(entry);
  if (reached) server.retry('config', policy);
  else if (!isDeepStrictEqual(before.policy, entry.policy)) server.configure(policy);
  fleet.gate.limitsChanged();
}

function disable(fleet: Fleet, server: SupervisedServer, entry: ServerEntry): void {
  // Not awaited: whoever stops the fleet awaits it, and so does the next link of this name (C13).
  void shutDown(fleet, [server], false);
  fleet.put(server.name, entry);
}

/** The part of an entry that a link reads; the rest can change under a running one. */
function reachOf(entry: ServerEntry): object {
  const { required: _, enabled: __, include: ___, exclude: ____, policy: _____, ...reach } = entry;
  return reach;
}
