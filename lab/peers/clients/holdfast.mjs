import { CALL_MS, CONNECT_MS } from './limits.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'holdfast',
  packages: ['holdfast'],
  /** L4: its servers have sessions of their own by themselves. */
  ownSessions: true,
  switchedOn: 'Its defaults. It drains stderr.',
  open,
};

async function open(specs) {
  const { createSupervisor } = await import('../../../dist/src/index.js');
  const supervisor = createSupervisor({
    servers: specs,
    policy: { firstConnectTimeoutMs: CONNECT_MS, callTimeoutMs: CALL_MS },
  });
  await supervisor.start();
  for (const name of Object.keys(specs)) await supervisor.ready(name);
  return {
    listTools: async (server) =>
      supervisor
        .tools()
        .filter((tool) => tool.server === server)
        .map(({ name }) => name),
    call: async (server, tool, given, limit) =>
      textOf(await supervisor.callTool(server, tool, given, limit)),
    close: () => supervisor.stop(),
  };
}
