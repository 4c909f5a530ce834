import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { Answers, AskOptions, FleetReport, Method, Params } from './requests.ts';
import { watchServer } from './watch-server.ts';

/** What the answers come from. */
export interface Fleet {
  readonly supervisor: Supervisor;
  report(): FleetReport;
  /** Ends all servers and whoever runs them. */
  stopAll(): Promise<Answers['stop']>;
}

/** Answers one checked request. @throws HoldfastError as the supervisor does. */
export async function answerRequest<M extends Method>(
  fleet: Fleet,
  method: M,
  params: Params<M>,
  options: AskOptions = {},
): Promise<Answers[M]> {
  return answers[method](fleet, params, options);
}

type Answerers = {
  readonly [M in Method]: (
    fleet: Fleet,
    params: Params<M>,
    options: AskOptions,
  ) => Answers[M] | Promise<Answers[M]>;
};

const answers: Answerers = {
  status: (fleet) => fleet.report(),
  explain: ({ supervisor }, { server }) => supervisor.explain(server),
  tools: ({ supervisor }, { server, all }) => {
    // An unknown name is an error here, not an empty list.
    if (server !== undefined) supervisor.status(server);
    return supervisor.tools({
      ...(server === undefined ? {} : { server }),
      ...(all ? { include: 'all' } : {}),
    });
  },
  call: ({ supervisor }, { server, tool, args, timeoutMs }, { signal, onProgress }) =>
    supervisor.callTool(server, tool, args, {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress } : {}),
    }),
  retry: ({ supervisor }, { server, reason }) => supervisor.retry(server, reason),
  restart: ({ supervisor }, { server }) => supervisor.restart(server),
  stop: (fleet, { server }) =>
    server === undefined ? fleet.stopAll() : fleet.supervisor.stop(server),
  watch: ({ supervisor }, { server }, options) => watchServer(supervisor, server, options),
};
