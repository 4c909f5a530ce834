import { expect, it } from 'vitest';
import { createSupervisor } from '../../src/index.ts';
import { createPeers, readyForDialling } from '../../src/testing/world/scripted-peers.ts';
import { until } from '../link/processes.ts';

await readyForDialling();

it('S1 a channel that is made only after the stop is never started', async () => {
  const peers = createPeers();
  let started = 0;
  peers.behaviour('late').start = async () => void (started += 1);
  let make: () => void = () => undefined;
  const mayMake = new Promise<void>((resolve) => (make = resolve));
  let asked = false;
  const supervisor = createSupervisor({
    servers: { late: { url: 'http://127.0.0.1:1/' } },
    link: async (request) => {
      asked = true;
      await mayMake;
      return peers.open(request);
    },
  });
  void supervisor.start();
  await until(() => asked, 'the attempt asks for its channel');
  const stopped = supervisor.stop();
  make();
  expect(await stopped).toMatchObject({ killed: 0, left: 0 });
  await until(() => peers.channels.length === 1, 'the channel was made');
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toBe(0);
});
