import { expect, it } from 'vitest';
import type { ListedTool } from '../../src/catalogue/tool.ts';
import { toolsTable } from '../../src/cli/show/tools-table.ts';

it('names in a script of wide letters have the room that they take, and none is cut', () => {
  const tool: ListedTool = {
    server: '文書サーバー',
    name: 'ファイルを読む',
    displayName: 'read',
    availability: 'ready',
    description: 'Reads a file.',
    inputSchema: { type: 'object' },
  };
  const [, row] = toolsTable([tool], 80).split('\n');
  expect(row?.split(/\s+/)).toEqual(['文書サーバー', 'ファイルを読む', 'Reads', 'a', 'file.']);
});
