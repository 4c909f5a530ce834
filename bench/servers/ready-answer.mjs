// Answers the tool `big` with a text of that many bytes, which is made once and then kept as it
// goes over the wire.
import { createInterface } from 'node:readline';
import { honest } from '../../test/fixtures/stdio/base.mjs';

const answers = new Map();
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => answer(JSON.parse(line)));
lines.on('close', () => process.exit(0));

function answer({ id, method, params = {} }) {
  if (id === undefined) return;
  const result =
    method === 'tools/call' ? bigResult(params) : JSON.stringify(honest[method](params));
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  process.stdout.write(result);
  process.stdout.write('}\n');
}

function bigResult({ arguments: { bytes } }) {
  if (!answers.has(bytes)) {
    const result = { content: [{ type: 'text', text: 'x'.repeat(bytes) }] };
    answers.set(bytes, Buffer.from(JSON.stringify(result)));
  }
  return answers.get(bytes);
}
