import { CALL_MS, CLIENT, CONNECT_MS } from './limits.mjs';
import { oneByOne } from './one-by-one.mjs';
import { textOf } from './text-of.mjs';

/**
 * The SDK alone, which two of its lines offer under other names.
 *
 * @param {string} name
 * @param {string} from the package
 * @param {object} line
 * @param {(spec: import('./one-by-one.mjs').Spec) => Promise<object>} line.transportTo
 * @param {() => Promise<new (info: object) => object>} line.loadClient
 * @param {(client: object, call: object, options: object) => Promise<unknown>} line.callTool
 */
export function bareSdk(name, from, { loadClient, transportTo, callTool }) {
  const connect = async (spec) => {
    const Client = await loadClient();
    const client = new Client(CLIENT);
    await client.connect(await transportTo(spec), { timeout: CONNECT_MS });
    return {
      listTools: async () => {
        const { tools } = await client.listTools(undefined, { timeout: CALL_MS });
        return tools.map((tool) => tool.name);
      },
      call: async (tool, given, { timeoutMs }) =>
        textOf(await callTool(client, { name: tool, arguments: given }, { timeout: timeoutMs })),
      close: () => client.close(),
    };
  };
  return {
    name,
    packages: [from],
    reference: true,
    switchedOn: 'Nothing: no option brings a server back. stderr is inherited, its default.',
    open: (specs) => oneByOne(specs, connect),
  };
}
