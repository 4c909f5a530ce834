// Runs a server of the fixtures, written down in the folder of its cell. Arguments: the folder, the
// path of the fixture, and the fixture's own arguments. The file `tools` in the folder, if there is
// one, says which tools it has.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { record } from './record.mjs';

const [folder, fixture] = process.argv.slice(2, 4);
const tools = join(folder, 'tools');

record(folder, 'server');
if (existsSync(tools)) process.env.FIXTURE_TOOLS = readFileSync(tools, 'utf8');
// The fixture finds itself and its arguments where it expects them.
process.argv.splice(1, 3, fixture);
await import(pathToFileURL(fixture).href);
