/**
 * A fleet of single clients, for peers that know only one server at a time. They are opened at
 * once, which is the quickest that a host can do with them.
 *
 * @typedef {{ command: string, args: string[], env: Record<string, string> } | { url: string }} Spec
 * @typedef {{ timeoutMs: number }} CallLimit
 * @typedef {object} Single
 * @property {() => Promise<string[]>} listTools names of what a model may be offered now
 * @property {(tool: string, given: object, limit: CallLimit) => Promise<string>} call
 * @property {() => Promise<unknown>} close
 *
 * @param {Record<string, Spec>} specs
 * @param {(spec: Spec) => Promise<Single>} connect
 */
export async function oneByOne(specs, connect) {
  const opening = Object.entries(specs).map(async ([name, spec]) => {
    const single = await connect(spec);
    await single.listTools();
    return [name, single];
  });
  const singles = new Map(await Promise.all(opening));
  return {
    listTools: (server) => singles.get(server).listTools(),
    call: (server, tool, given, limit) => singles.get(server).call(tool, given, limit),
    close: () => Promise.all([...singles.values()].map((single) => single.close())),
  };
}
