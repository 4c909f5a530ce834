import { CLIENT } from './limits.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'mcporter',
  packages: ['mcporter'],
  switchedOn:
    '`lifecycle: keep-alive`; it drops a broken connection and dials again at the next call by itself. It drains stderr.',
  open,
};

async function open(specs) {
  const { createRuntime } = await import('mcporter');
  const silent = { info() {}, warn() {}, error() {}, debug() {} };
  const servers = Object.entries(specs).map(([name, spec]) => definitionOf(name, spec));
  const runtime = await createRuntime({ servers, clientInfo: CLIENT, logger: silent });
  const listTools = async (server) => (await runtime.listTools(server)).map(({ name }) => name);
  await Promise.all(Object.keys(specs).map(listTools));
  return {
    listTools,
    call: async (server, tool, args, { timeoutMs }) =>
      textOf(await runtime.callTool(server, tool, { args, timeoutMs })),
    close: () => runtime.close(),
  };
}

function definitionOf(name, spec) {
  const lifecycle = { mode: 'keep-alive' };
  if ('url' in spec) return { name, lifecycle, command: { kind: 'http', url: new URL(spec.url) } };
  const { command, args, env } = spec;
  return { name, lifecycle, env, command: { kind: 'stdio', command, args, cwd: process.cwd() } };
}
