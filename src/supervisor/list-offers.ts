import { displayName, hashedName } from '../catalogue/display-name.ts';
import type { ListOptions, ListedTool } from '../catalogue/tool.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import { checkListOptions } from './check-requests.ts';
import type { Fleet } from './fleet.ts';
import type { Supervisor } from './supervisor.ts';

type Lists = Pick<Supervisor, 'tools' | 'prompts' | 'resources' | 'resourceTemplates'>;

/** What may be offered now, over all servers (T1, T3, T6). Each throws `SERVER_UNKNOWN`. */
export function createLists(fleet: Fleet): Lists {
  return {
    tools: (options) => listNamed(fleet, options, ({ catalogue }) => catalogue.tools.entries),
    prompts: (options) => listNamed(fleet, options, ({ catalogue }) => catalogue.prompts.entries),
    resources: (options) =>
      listEntries(fleet, options, ({ catalogue }) => catalogue.resources.entries.values()),
    resourceTemplates: (options) =>
      listEntries(fleet, options, ({ catalogue }) => catalogue.resourceTemplates.entries.values()),
  };
}

/** More digits than two different names could ever share. */
const UNIQUE_HASH_LENGTH = 32;

type Availability = ListedTool['availability'];
type EntriesOf<Entry> = (server: SupervisedServer) => ReadonlyMap<string, Entry>;

interface Offered {
  readonly server: string;
  readonly availability: Availability;
}

function listNamed<Entry extends { readonly name: string }>(
  fleet: Fleet,
  options: ListOptions | undefined,
  entriesOf: EntriesOf<Entry>,
): readonly (Entry & Offered & { readonly displayName: string })[] {
  const taken = new Set<string>();
  // T1: a name depends on all entries that there are, never on which of them are asked for now.
  const named = (server: SupervisedServer) =>
    [...entriesOf(server).values()].map((entry) => ({
      ...entry,
      displayName: uniqueName(taken, server.name, entry.name),
    }));
  return listEntries(fleet, options, named);
}

function listEntries<Entry extends object>(
  fleet: Fleet,
  options: ListOptions | undefined,
  entriesOf: (server: SupervisedServer) => Iterable<Entry>,
): readonly (Entry & Offered)[] {
  checkListOptions(options);
  const { server: only, include } = options ?? {};
  if (only !== undefined) fleet.member(only);
  return fleet.servers().flatMap((server) => {
    const availability = availabilityOf(server);
    const entries = [...entriesOf(server)];
    const isAskedFor = only === undefined || only === server.name;
    const isShown = isAskedFor && (availability !== 'parked' || include === 'all');
    if (availability === undefined || !isShown) return [];
    return entries.map((entry) => ({ ...entry, server: server.name, availability }));
  });
}

function availabilityOf(server: SupervisedServer): Availability | undefined {
  const { connection } = server.state();
  if (connection === 'ready') return 'ready';
  if (connection === 'parked') return 'parked';
  return connection === 'shutdown' ? undefined : 'reconnecting';
}

/** T1: an entry that is named like another one's hashed name must not take its place. */
function uniqueName(taken: Set<string>, server: string, name: string): string {
  const short = displayName(server, name);
  const unique = taken.has(short) ? hashedName(server, name, UNIQUE_HASH_LENGTH) : short;
  taken.add(unique);
  return unique;
}
