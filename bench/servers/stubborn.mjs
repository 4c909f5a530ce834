// Neither the end of stdin nor SIGTERM makes it leave, and it has a helper as stubborn as itself,
// which inherits its stdout. The tool `helper` returns the helper's process id.
import { honest, serve } from '../../test/fixtures/stdio/base.mjs';
import { startBystander } from '../../test/fixtures/stdio/start-bystander.mjs';
import { addTool } from '../../test/fixtures/stdio/tools.mjs';

const helper = await startBystander({ args: ['stubborn'], stdout: 'inherit' });

process.on('SIGTERM', () => {});
addTool('helper', () => helper);
serve(honest, () => setInterval(() => {}, 1000));
