import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orders, type Order } from './orders.ts';
import { randomRun, runsOr, stepsOr } from './random-run.ts';
import { startFleet, type RandomFleet } from './random-fleet.ts';

const file = 'test/random/random-orders.test.ts';
const runs = runsOr(100);
const steps = stepsOr(50);
const timeout = 120_000 + runs * steps * 20;

/** What `fc.commands` takes. There is no model: the rules hold whatever was asked for before. */
class Command implements fc.AsyncCommand<object, RandomFleet> {
  readonly #order: Order;
  constructor(order: Order) {
    this.#order = order;
  }
  check(): boolean {
    return true;
  }
  async run(_: object, fleet: RandomFleet): Promise<void> {
    await this.#order.run(fleet);
    fleet.check();
    expectUnbroken(fleet);
  }
  toString(): string {
    return this.#order.text;
  }
}

const commands = fc.commands([orders.map((order) => new Command(order))], {
  maxCommands: steps,
  size: 'max',
});

test(
  'C2 C9 C13 E1 K1 S1 S4: whatever is asked of a fleet in whatever order, the rules hold',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (taken) => {
        const fleet = await startFleet((brought) => brought);
        await fc.asyncModelRun(() => ({ model: {}, real: fleet }), taken);
        await fleet.end(() => Promise.resolve());
        expectUnbroken(fleet);
      }),
      randomRun(file, runs),
    );
  },
);

test(
  'C2 C9 C13 E1 K1 S1 S4: in whatever order dials, answers and ends come back, the rules hold',
  { timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(orders, { maxLength: steps, size: 'max' }),
        async (scheduler, taken) => {
          const held = { back: true };
          const fleet = await startFleet((brought, edge) =>
            held.back ? scheduler.schedule(brought, edge) : brought,
          );
          for (const order of taken) {
            await order.run(fleet);
            await fleet.world.pass();
            if (scheduler.count() > 0) await scheduler.waitOne();
            await fleet.world.pass();
            fleet.check();
            expectUnbroken(fleet);
          }
          await fleet.end(async () => {
            held.back = false;
            await scheduler.waitIdle();
          });
          expectUnbroken(fleet);
        },
      ),
      randomRun(file, runs),
    );
  },
);

function expectUnbroken({ broken }: RandomFleet): void {
  if (broken.length > 0) expect.fail(`What was broken first: ${broken.slice(0, 3).join('; ')}`);
}
