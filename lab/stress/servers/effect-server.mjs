// A server whose calls leave a trace on disk before they are answered. Arguments: a folder, a name.
// Each start adds its pid to NAME.starts, each run of a call its id to NAME.effects.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, pid } from 'node:process';
import { honest, serve } from '../../../test/fixtures/stdio/base.mjs';

const [, , folder, name] = argv;
const note = (file, text) => appendFileSync(join(folder, `${name}.${file}`), `${text}\n`);

const inputSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, ms: { type: 'number' } },
  required: ['id', 'ms'],
};
const tools = [
  { name: 'write', inputSchema, annotations: { readOnlyHint: false, idempotentHint: false } },
  { name: 'read', inputSchema, annotations: { readOnlyHint: true } },
];

note('starts', pid);
serve({
  ...honest,
  'tools/list': () => ({ tools }),
  'tools/call': async ({ arguments: { id, ms } }) => {
    note('effects', id);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { content: [{ type: 'text', text: id }] };
  },
});
