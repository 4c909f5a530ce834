import type { FleetPolicy, Policy } from '../../../machines/policy.ts';
import type { ListedTool } from '../../catalogue/tool.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import type { ServerStatus } from '../../health/status.ts';
import type { Channel } from '../../link/channel.ts';
import { openSystemChannels } from '../../link/system-channel.ts';
import { createSupervisor } from '../../supervisor/create-supervisor.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';

/** How one real attempt at a server went. */
export interface Visit {
  readonly status: ServerStatus;
  readonly tookMs: number;
  readonly tools: readonly ListedTool[];
  /** Names of its prompts. */
  readonly prompts: readonly string[];
  /** What was said of tools that cannot be offered. Untrusted text. */
  readonly notices: readonly string[];
  /** Lines on stdout that were no messages (L3). */
  readonly noise: number;
  /** Processes that could not be ended. */
  readonly left: number;
}

/** A fleet of its own that makes one attempt at each server it is shown, and ends it again. */
export interface Clinic {
  visit(name: string, entry: ServerEntry): Promise<Visit>;
  /** Ends whatever is under way; afterwards nothing is left (S4). */
  close(): Promise<void>;
}

/** @param timeoutMs for one attempt; default is what each server's policy says of its first one */
export async function openClinic(
  policy: Partial<Policy & FleetPolicy>,
  timeoutMs?: number,
): Promise<Clinic> {
  const channels = openSystemChannels();
  const dials = new Map<string, { readonly channel: Channel; readonly at: number }>();
  const supervisor = createSupervisor({
    policy: { ...policy, ...(timeoutMs === undefined ? {} : { firstConnectTimeoutMs: timeoutMs }) },
    link: async (request) => {
      const channel = await channels.open(request);
      dials.set(request.server, { channel, at: performance.now() });
      return channel;
    },
  });
  await supervisor.start();
  const close = async () => {
    await supervisor.stop();
    await channels.close();
  };
  // Once: a second stop would force (S1).
  let closing: Promise<void> | undefined;
  return {
    visit: async (name, entry) => {
      const notices = collectNotices(supervisor, name);
      supervisor.add(name, forOneAttempt(entry, timeoutMs));
      await settled(supervisor, name);
      const dial = dials.get(name);
      const status = supervisor.status(name);
      const seen = {
        status,
        tookMs: dial === undefined ? 0 : performance.now() - dial.at,
        tools: supervisor.tools({ server: name }),
        prompts: supervisor.prompts({ server: name }).map((prompt) => prompt.name),
      };
      const { left } = await supervisor.remove(name);
      return { ...seen, notices: notices(), noise: dial?.channel.facts().noise ?? 0, left };
    },
    close: () => (closing ??= close()),
  };
}

/** No second attempt, no probe, and every tool, also those that are filtered out for models. */
function forOneAttempt(entry: ServerEntry, timeoutMs: number | undefined): ServerEntry {
  const { include: _, exclude: __, ...rest } = entry;
  return {
    ...rest,
    required: false,
    policy: {
      ...entry.policy,
      initialRetries: 0,
      parkedProbeMs: false,
      ...(timeoutMs === undefined ? {} : { firstConnectTimeoutMs: timeoutMs }),
    },
  };
}

/** Resolves when the server is ready or parked, whichever comes of its one attempt (C2, C14). */
function settled(supervisor: Supervisor, name: string): Promise<void> {
  const isSettled = () => ['ready', 'parked', 'shutdown'].includes(supervisor.status(name).state);
  return new Promise((resolve) => {
    const release = supervisor.on('server.state', ({ server }) => {
      if (server !== name || !isSettled()) return;
      release();
      resolve();
    });
    if (!isSettled()) return;
    release();
    resolve();
  });
}

function collectNotices(supervisor: Supervisor, name: string): () => readonly string[] {
  const notices: string[] = [];
  const release = supervisor.on('server.notice', ({ server, message }) => {
    if (server === name) notices.push(message);
  });
  return () => {
    release();
    return notices;
  };
}
