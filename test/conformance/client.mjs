// The client under test of the MCP conformance suite: a small host built on the package. It connects
// through holdfast's own links, lists the tools and calls the first one. The suite names the scenario
// in the environment and gives the server's URL as the last argument.
import { createSupervisor } from 'holdfast';
import { argumentsFor } from './arguments.mjs';
import { Person } from './person.mjs';
import { createProvider } from './providers.mjs';

/** A server that asks for ever wider scopes must not be followed for ever. */
const LOGINS_MAX = 2;

const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'holdfast-conformance', version: '1.0.0' },
};

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');

const provider = scenario.startsWith('auth/')
  ? createProvider(context, scenario.includes('client-credentials'))
  : undefined;
const person = provider && new Person(provider, url);
const supervisor = createSupervisor({
  servers: {
    peer: { url, transport: 'http', required: true, ...(provider && { auth: provider }) },
  },
  policy: { startTimeoutMs: 15_000 },
  client: { name: 'holdfast-conformance', version: '1.0.0' },
});

try {
  await connect();
  await callFirstTool();
} finally {
  await supervisor.stop();
}

async function connect() {
  try {
    await supervisor.start();
  } catch (error) {
    if (person === undefined || supervisor.status('peer').parkReason !== 'auth') throw error;
    // Some servers let a stranger greet and refuse only what follows.
    await person.logIn([{ method: 'initialize', params: greeting }, { method: 'tools/list' }]);
    const { outcome, error: why } = await supervisor.retry('peer', 'login');
    if (outcome !== 'revived') throw why ?? new Error(outcome);
  }
}

async function callFirstTool() {
  const [tool] = supervisor.tools();
  if (tool === undefined) return;
  const params = { name: tool.name, arguments: argumentsFor(tool.inputSchema) };
  for (let logins = 0; ; logins += 1) {
    try {
      return await supervisor.callTool('peer', params.name, params.arguments);
    } catch (error) {
      const wantsLogin = error.code === 'AUTH_REQUIRED' || error.httpStatus === 403;
      if (person === undefined || !wantsLogin || logins === LOGINS_MAX) throw error;
      await person.logIn([{ method: 'tools/call', params }]);
      await supervisor.retry('peer', 'login');
    }
  }
}
