import fc from 'fast-check';
import type { RetryReason } from '../../machines/events.ts';
import {
  entries,
  names,
  noteUnexpected,
  type Mood,
  type Name,
  type RandomFleet,
} from './random-fleet.ts';

/** One thing that somebody asks of a fleet, or that happens to it. May be out of place. */
export interface Order {
  readonly text: string;
  run(fleet: RandomFleet): void | Promise<void>;
}

const name = fc.constantFrom<Name>(...names);
const moods = fc.constantFrom<Mood>('well', 'well', 'refusing', 'hanging', 'deaf', 'stubborn');
const reasons = fc.constantFrom<RetryReason>('user', 'call', 'login', 'config', 'wake');

const calls = fc
  .tuple(
    name,
    fc.record(
      {
        timeoutMs: fc.constantFrom(50, 5_000),
        waitForReadyMs: fc.constantFrom(0, 1_000, 30_000),
        replay: fc.constantFrom('safe', 'always', 'never'),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  )
  .map(([server, options]) =>
    order(`call ${server} ${JSON.stringify(options)}`, (fleet) => fleet.call(server, options)),
  );

/** What the operator asks for, each of a server that is there or not. */
const asked = fc.oneof(
  fc
    .tuple(name, reasons)
    .map(([server, reason]) =>
      asking(`retry ${server} for ${reason}`, ({ world }) =>
        world.supervisor.retry(server, reason),
      ),
    ),
  name.map((server) =>
    asking(`restart ${server}`, ({ world }) => world.supervisor.restart(server)),
  ),
  name.map((server) => asking(`stop ${server}`, ({ world }) => world.supervisor.stop(server))),
  name.map((server) => asking(`remove ${server}`, ({ world }) => world.supervisor.remove(server))),
  name.map((server) =>
    asking(`add ${server}`, ({ world }) => world.supervisor.add(server, entries[server])),
  ),
  fc
    .tuple(name, fc.constantFrom('one', 'two'))
    .map(([server, value]) =>
      asking(`replace ${server}, ${value}`, ({ world }) =>
        world.supervisor.replace(server, changed(server, value)),
      ),
    ),
  fc
    .constantFrom(0, 3, 7)
    .map((reconnectRetries) =>
      asking(`configure ${reconnectRetries} retries`, ({ world }) =>
        world.supervisor.configure({ reconnectRetries, maxTotalMs: 20_000 }),
      ),
    ),
);

const happens = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(name, moods)
      .map(([server, mood]) => order(`${server} is ${mood}`, (fleet) => fleet.mood(server, mood))),
  },
  {
    weight: 3,
    arbitrary: name.map((server) =>
      order(`${server} dies`, ({ world }) => world.peers.of(server).at(-1)?.lose()),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      order('web forgets its session', ({ world }) =>
        world.peers.of('web').at(-1)?.lose({ kind: 'sessionExpired', code: 'SESSION_EXPIRED' }),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(order('the oldest call is cancelled', (fleet) => fleet.cancelOldest())),
  },
);

const time = fc
  .constantFrom(0, 1, 100, 1_000, 5_000, 31_000, 310_000)
  .map((durationMs) => order(`${durationMs} ms pass`, ({ world }) => world.pass(durationMs)));

/** Once in a while all of it is stopped, and asked for more all the same. */
const stop = fc.constant(asking('stop', ({ world }) => world.supervisor.stop()));

export const orders: fc.Arbitrary<Order> = fc.oneof(
  { weight: 8, arbitrary: calls },
  { weight: 8, arbitrary: time },
  { weight: 8, arbitrary: happens },
  { weight: 6, arbitrary: asked },
  { weight: 1, arbitrary: stop },
);

function order(text: string, run: Order['run']): Order {
  return { text, run };
}

/** Nobody waits for the answer; that it is no error but one of holdfast's own is all that counts. */
function asking(text: string, ask: (fleet: RandomFleet) => unknown): Order {
  return order(text, (fleet) => {
    const unexpected = noteUnexpected(fleet.broken, text);
    try {
      void Promise.resolve(ask(fleet)).catch(unexpected);
    } catch (error) {
      unexpected(error);
    }
  });
}

function changed(server: Name, value: string) {
  const entry = entries[server];
  return 'command' in entry
    ? { ...entry, env: { VALUE: value } }
    : { ...entry, headers: { value } };
}
