import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../rig/attempt.mjs';
import { killServer } from '../rig/kill-server.mjs';
import { measure, NEVER } from '../rig/measure.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';
import { echo, openOnly } from './only-server.mjs';

const SETTLED_MS = 31_000;
const LOOK_EACH_MS = 250;
const PATIENCE_MS = 12_000;

export const toolsChanged = {
  name: 'tools-changed',
  boundMs: 90_000,
  rows: {
    'tools-changed': {
      title:
        'Server dies after 31 s and has a new tool when it comes back; its host asks for the tools each 250 ms: when it is offered, after the death',
      unit: 'ms',
    },
  },
  async run({ peer, folder }) {
    const tools = join(folder, 'tools');
    writeFileSync(tools, 'echo');
    const client = await openOnly(peer, fixture(folder, 'echo-server.mjs'));
    await echo(client);
    await pause(SETTLED_MS);
    writeFileSync(tools, 'echo,brand-new');
    const diedAt = await killServer(folder);
    while (performance.now() - diedAt < PATIENCE_MS) {
      const { value = [] } = await attempt(() => client.listTools());
      if (value.includes('brand-new'))
        return { 'tools-changed': measure(0, 'offered', performance.now() - diedAt) };
      await pause(LOOK_EACH_MS);
    }
    return { 'tools-changed': measure(NEVER, `never (${PATIENCE_MS / 1_000} s)`) };
  },
};
