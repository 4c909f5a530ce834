import { assign, fromPromise, setup } from 'xstate';

/** A small machine with all that paths must see: a guard on a counter, a timer, a child, an effect. */
export function createOrder({ mostRetries = 1 } = {}) {
  return setup({
    types: {} as {
      context: { retries: number; amount: number };
      events: { type: 'pay'; amount: number } | { type: 'cancel' };
    },
    actors: { charge: fromPromise(() => Promise.reject(new Error('no bank in a test'))) },
    guards: {
      isPositive: ({ event }) => event.type === 'pay' && event.amount > 0,
      mayRetry: ({ context }) => context.retries < mostRetries,
    },
    actions: {
      tellCustomer: () => {
        throw new Error('an effect ran in a test');
      },
      countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
      keepAmount: assign({ amount: ({ event }) => (event.type === 'pay' ? event.amount : 0) }),
    },
    delays: { patience: 5_000 },
  }).createMachine({
    id: 'order',
    context: { retries: 0, amount: 0 },
    initial: 'open',
    states: {
      open: {
        after: { patience: 'lapsed' },
        on: {
          pay: { guard: 'isPositive', target: 'charging', actions: 'keepAmount' },
          cancel: 'lapsed',
        },
      },
      charging: {
        invoke: {
          id: 'charge',
          src: 'charge',
          onDone: 'paid',
          onError: [
            { guard: 'mayRetry', target: 'charging', reenter: true, actions: 'countRetry' },
            { target: 'open', actions: 'tellCustomer' },
          ],
        },
      },
      paid: { type: 'final', entry: 'tellCustomer' },
      lapsed: { type: 'final' },
    },
  });
}

/** The payloads of its events. */
export const orderEvents = [
  { event: { type: 'pay', amount: 5 } },
  { event: { type: 'pay', amount: 0 } },
];
