import type { Policy } from '../../machines/index.ts';
import { parked, stage, type Stage, type StageOptions } from './stage.ts';

/** One way into each state that `connection` can rest in before shutdown. */
export interface Place {
  readonly name: string;
  readonly link: 'none' | 'attempting' | 'ready';
  enter(options?: StageOptions): Stage;
}

export const places: readonly Place[] = [
  { name: 'connecting, dialling', link: 'attempting', enter: (options) => stage(options) },
  { name: 'connecting, queued', link: 'attempting', enter: (options) => queued(stage(options)) },
  { name: 'connecting, waiting', link: 'none', enter: (options) => failed(stage(options)) },
  { name: 'ready', link: 'ready', enter: opened },
  { name: 'ready, draining', link: 'ready', enter: (options) => draining(opened(options)) },
  { name: 'reconnecting, waiting', link: 'none', enter: lost },
  { name: 'reconnecting, dialling', link: 'attempting', enter: (options) => later(lost(options)) },
  {
    name: 'reconnecting, queued',
    link: 'attempting',
    enter: (options) => queued(later(lost(options))),
  },
  { name: 'parked', link: 'none', enter: (options) => parked({}, options) },
  {
    name: 'parked, wakeable',
    link: 'none',
    enter: (options) => later(parked({}, options), 30_000),
  },
  {
    name: 'parked without probes',
    link: 'none',
    enter: (options) => parked({}, withPolicy(options, { parkedProbeMs: false })),
  },
  {
    name: 'parked without probes, wakeable',
    link: 'none',
    enter: (options) => later(parked({}, withPolicy(options, { parkedProbeMs: false })), 30_000),
  },
  {
    name: 'parked, probing',
    link: 'attempting',
    enter: (options) => later(parked({}, options), 300_000),
  },
  {
    name: 'parked, probe queued',
    link: 'attempting',
    enter: (options) => queued(later(parked({}, options), 300_000)),
  },
];

function opened(options?: StageOptions): Stage {
  const server = stage(options);
  server.opened();
  return server;
}

function lost(options?: StageOptions): Stage {
  const server = opened(options);
  server.lost();
  return server;
}

function failed(server: Stage): Stage {
  server.failed();
  return server;
}

function queued(server: Stage): Stage {
  server.report({ type: 'link.queued' });
  return server;
}

function draining(server: Stage): Stage {
  server.retry();
  return server;
}

function later(server: Stage, durationMs = 1_000): Stage {
  server.advance(durationMs);
  return server;
}

function withPolicy(options: StageOptions = {}, policy: Partial<Policy>): StageOptions {
  return { ...options, policy: { ...options.policy, ...policy } };
}
