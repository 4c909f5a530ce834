// Lists 1,000 tools in 20 pages, one of them broken. Its tool `change` describes another tool anew
// and says that the list has changed.
import { honest, send, serve } from '../../test/fixtures/stdio/base.mjs';

const PAGES = 20;
const PER_PAGE = 50;
let changes = 0;

serve({
  ...honest,
  'tools/list': ({ cursor }) => {
    const page = Number(cursor ?? 0);
    const tools = Array.from({ length: PER_PAGE }, (_, index) => toolAt(page * PER_PAGE + index));
    return { tools, ...(page + 1 < PAGES && { nextCursor: String(page + 1) }) };
  },
  'tools/call': ({ name }) => {
    if (name === 'change') {
      changes += 1;
      send({ method: 'notifications/tools/list_changed' });
    }
    return { content: [], structuredContent: { done: true } };
  },
});

function toolAt(number) {
  if (number === 333) return { name: 'broken' };
  return {
    name: number === 0 ? 'change' : `tool-${number}`,
    description: number === 500 ? `changed ${changes} times` : `The tool number ${number}`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    outputSchema: { type: 'object', properties: { done: { type: 'boolean' } } },
  };
}
