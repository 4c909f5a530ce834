import { measure } from '../rig/measure.mjs';
import { descendantsOf, recorded } from '../rig/processes.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';
import { openOnly } from './only-server.mjs';

export const processesPerConnect = {
  name: 'processes',
  boundMs: 60_000,
  rows: { processes: { title: 'Processes of the server started for one connection' } },
  async run({ peer, folder }) {
    await openOnly(peer, fixture(folder, 'echo-server.mjs'));
    await pause(500);
    const servers = recorded(folder).length;
    const known = new Set(recorded(folder).map(({ pid }) => pid));
    const own = descendantsOf(process.pid).filter((pid) => !known.has(pid)).length;
    const label = own === 0 ? `${servers}` : `${servers}, and ${own} of its own per host`;
    return { processes: measure(servers - 1, label) };
  },
};
