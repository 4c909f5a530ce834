import type * as JsoncParser from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { createRequire } from 'node:module';
import { configError } from './config-error.ts';

const require = createRequire(import.meta.url);

/** A JSON document that still knows where each of its values stands. */
export interface JsonDocument {
  readonly value: unknown;
  /** `line:column` of the value at `path`, or of the nearest one around it. Both count from 1. */
  position(path: readonly string[]): string;
}

/**
 * Parses JSON with comments and trailing commas, as editors write it (E4).
 * @throws HoldfastError `CONFIG_INVALID` naming file, line and column.
 */
export function readJson(text: string, file: string): JsonDocument {
  const { getNodeValue, parseTree, printParseErrorCode } = readParser();
  const plain = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const reason = sentence(printParseErrorCode(error.error));
    throw configError(`${file}:${lineAndColumn(plain, error.offset)}: ${reason}`);
  }
  if (!root) throw configError(`${file}: the file is empty`);
  return {
    value: getNodeValue(root),
    position: (path) => lineAndColumn(plain, closest(root, path).offset),
  };
}

/** Read on first use, because many hosts have no file; a parse cannot wait, so no `import()`. */
function readParser(): typeof JsoncParser {
  return require('jsonc-parser') as typeof JsoncParser;
}

/** `CommaExpected` becomes `comma expected`. */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function closest(root: Node, path: readonly string[]): Node {
  const { findNodeAtLocation } = readParser();
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // The property's name is where a person looks, not the value behind it.
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return root;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
