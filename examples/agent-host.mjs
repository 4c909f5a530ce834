// A small agent host: a model is offered the tools of all servers and calls them by display name.
// The "model" here is a script, so that the example runs without one; everything else is real.
import { createSupervisor, HoldfastError } from 'holdfast';

const supervisor = createSupervisor({
  servers: {
    everything: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js'],
      required: true,
    },
    missing: { command: 'a-command-that-is-not-installed' },
  },
});

/** What the host hands to its model before each turn. */
function offer() {
  return supervisor.tools().map(({ displayName, description, inputSchema }) => ({
    name: displayName,
    description,
    input_schema: inputSchema,
  }));
}

/** Runs one tool call of the model and answers in words it can go on with. */
async function run({ name, input }) {
  const tool = supervisor.tools().find(({ displayName }) => displayName === name);
  if (tool === undefined) return `There is no tool ${name} now.`;
  try {
    const result = await supervisor.callTool(tool.server, tool.name, input, {
      waitForReadyMs: 20_000,
    });
    return result.content.map((part) => part.text ?? `[${part.type}]`).join('\n');
  } catch (error) {
    if (error instanceof HoldfastError) return `${error.code}: ${error.message}. ${error.advice}`;
    throw error;
  }
}

supervisor.on('server.state', ({ server, state }) => console.log(`[${server}] ${state}`));

await supervisor.start();
console.log(`The model is offered ${offer().length} tools.`);
console.log(await run({ name: 'everything__echo', input: { message: 'hello' } }));

// The server dies between two turns; the model does not notice.
process.kill(supervisor.status('everything').pid, 'SIGKILL');
console.log(await run({ name: 'everything__get-sum', input: { a: 20, b: 22 } }));

// A mistake of the model's comes back as something it can correct.
console.log(await run({ name: 'everything__get-sum', input: { a: 'twenty' } }));

console.log(supervisor.explain('missing').text);
const { left, tookMs } = await supervisor.stop();
console.log(`Stopped in ${tookMs} ms; ${left} processes left.`);
