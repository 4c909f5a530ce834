import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFencedBlocks } from './fenced-blocks.ts';

// Inside the package, so that `holdfast` means the declarations that were built.
const folder = resolve('.tmp/snippet-types');

beforeAll(() => void mkdirSync(folder, { recursive: true }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Readers copy snippets into TypeScript as well, and into projects with strict rules. */
const strictly: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

it('the snippets of the README and the guide are TypeScript without a fault as they stand', () => {
  const places = new Map(
    readFencedBlocks()
      .filter(({ language }) => language === 'js' || language === 'ts')
      .map(({ page, line, text }, index) => {
        const file = join(folder, `${index}.mts`);
        writeFileSync(file, text);
        return [file, { page, line }] as const;
      }),
  );
  // One program for all of them: most of the time goes into reading the same declarations.
  const program = ts.createProgram([...places.keys()], strictly);
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const place = places.get(file?.fileName ?? '');
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + (place?.line ?? 1);
    const at = `${place?.page ?? file?.fileName ?? 'options'}:${line}`;
    return `${at} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  expect(places.size).toBeGreaterThan(0);
  expect(faults).toEqual([]);
}, 60_000);
