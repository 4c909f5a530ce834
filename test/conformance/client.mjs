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
  client: {
    name: 'holdfast-conformance',
    version: '1.0.0',
    // Left out fields get the defaults of the schema that the server asks with.
    onElicitation: () => ({ action: 'accept', content: {} }),
  },
});

try {
  await withLogins(connect, [{ method: 'initialize', params: greeting }, { method: 'tools/list' }]);
  await callTool(supervisor.tools());
} finally {
  await supervisor.stop();
}

async function connect() {
  if (supervisor.status('peer').state !== 'parked') return supervisor.start();
  const { outcome, error } = await supervisor.retry('peer', 'login');
  if (outcome !== 'revived') throw error ?? new Error(outcome);
}

async function callTool(tools) {
  const chosen = tools.find(({ name }) => name === 'json_schema_echo') ?? tools[0];
  if (chosen === undefined) return;
  const params = { name: chosen.name, arguments: argumentsFor(chosen.inputSchema) };
  // One scenario wants to see the other tool's schema, to tell whether it came through whole.
  if (chosen !== tools[0]) params.arguments.schema = tools[0].inputSchema;
  const call = () => supervisor.callTool('peer', params.name, params.arguments);
  await withLogins(call, [{ method: 'tools/call', params }]);
}

/** @param requests of which one says where to log in; some servers let a stranger greet */
async function withLogins(work, requests) {
  for (let logins = 0; ; logins += 1) {
    try {
      return await work();
    } catch (error) {
      if (person === undefined || !wantsLogin(error) || logins === LOGINS_MAX) throw error;
      await person.logIn(requests);
    }
  }
}

/** A login is missing, or does not reach far enough. */
function wantsLogin({ code, httpStatus }) {
  const { parkReason, lastError } = supervisor.status('peer');
  if (parkReason !== undefined) return parkReason === 'auth' || lastError?.code === 'HTTP_403';
  return code === 'AUTH_REQUIRED' || httpStatus === 403;
}
