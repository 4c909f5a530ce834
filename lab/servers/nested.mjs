// An honest server that is itself a host: it keeps a server of its own alive with holdfast.
// Arguments: the built module that makes supervisors, and the program of its server.
import { pathToFileURL } from 'node:url';
import { honest, serve } from '../../test/fixtures/stdio/base.mjs';
import { addTool } from '../../test/fixtures/stdio/tools.mjs';

const [, , module, ...program] = process.argv;
const { createSupervisor } = await import(pathToFileURL(module).href);
const supervisor = createSupervisor({
  servers: { inner: { command: process.execPath, args: program, env: markOf(process.env) } },
});
await supervisor.start();
addTool('inner', () => supervisor.status('inner').pid);
serve(honest, () => void supervisor.stop().then(() => process.exit(0)));

function markOf({ HOLDFAST_LAB: mark }) {
  return mark === undefined ? {} : { HOLDFAST_LAB: mark };
}
