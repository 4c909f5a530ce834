import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { vectorFileSchema, type Vector } from '../../src/testing/vectors/vector.ts';

const folder = 'test/vectors';

/** One file of cases as it stands, not yet checked. */
export interface RawVectorFile {
  readonly file: string;
  readonly content: unknown;
}

export interface FiledVector {
  readonly file: string;
  readonly vector: Vector;
}

export function readVectorFiles(): RawVectorFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((name) => {
    const file = join(folder, name);
    return { file, content: parse(readFileSync(file, 'utf8')) };
  });
}

/** Every case of every file. @throws ZodError for one that is not as the format has it. */
export function readVectors(): FiledVector[] {
  return readVectorFiles().flatMap(({ file, content }) =>
    vectorFileSchema.parse(content).cases.map((vector) => ({ file, vector })),
  );
}

/** The cases that can run in a world, each with a title that cites its rules. */
export function vectorsFor(world: string): (FiledVector & { readonly title: string })[] {
  return readVectors()
    .filter(({ vector }) => vector.worlds.some((each) => each === world))
    .map((filed) => {
      const { id, rules, kind, title } = filed.vector;
      return { ...filed, title: `${id}: ${rules.join(' ')} ${kind}: ${title}` };
    });
}

/** Where a case stands, and how it is run alone. */
export function sourceOf({ file, vector }: FiledVector, test: string) {
  const replay = `npx vitest run --project source test/vectors/${test} -t '${vector.id}:'`;
  return { file, replay };
}
