// One run of one scenario with one peer, in a process of its own. Arguments: the names of the
// scenario and the peer, the number of the run, the folder of the cell. Tells its parent what it
// found; what it started is ended by the parent.
import { scenarios } from '../scenarios/index.mjs';
import { peers } from '../clients/index.mjs';
import { fails } from './measure.mjs';

const [scenarioName, peerName, run, folder] = process.argv.slice(2);
const scenario = scenarios.find(({ name }) => name === scenarioName);
const peer = peers.find(({ name }) => name === peerName);

// Some peers throw where nobody can catch it; that alone does not end a host that looks after itself.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

// Nor does it outlive a parent that was killed.
process.on('disconnect', () => process.exit(1));

process.send({ found: await measureSafely() });
// Its end could overtake what it has told, so it waits for its parent to end it.
setInterval(() => {}, 1_000);

async function measureSafely() {
  try {
    return await scenario.run({ peer, folder, run: Number(run) });
  } catch (error) {
    return Object.fromEntries(Object.keys(scenario.rows).map((row) => [row, fails(error)]));
  }
}
