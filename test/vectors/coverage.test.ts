import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { vectorJsonSchema } from '../../src/testing/vectors/vector-json-schema.ts';
import { readVectorFiles, readVectors } from './read-vectors.ts';

const vectors = readVectors().map(({ vector }) => vector);
const schemaFile = 'docs/spec/vectors.schema.json';

const aboutSequence = [
  ...['K1', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11'],
  ...['F1', 'F2', 'F3', 'F4', 'F5', 'T2', 'T3', 'T4'],
];

/** Ids of the contract's rules of these groups, from its text. */
function rulesOf(groups: string): string[] {
  const [text = ''] = readFileSync('docs/spec/contract.md', 'utf8').split('\n## 13. Changes');
  const ids = [...text.matchAll(/^- \*\*([A-Z]\d+[a-z]?)\*\*/gm)].map(([, id]) => id ?? '');
  return ids.filter((id) => groups.includes(id[0] ?? ''));
}

function kindsOf(rule: string): Set<string> {
  const holding = vectors.filter(({ rules }) => rules.includes(rule));
  return new Set(holding.map(({ kind }) => kind));
}

describe('the vectors', () => {
  it('are 150 or more, each with an id of its own that begins with a rule it holds', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(150);
    const ids = vectors.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const astray = vectors.filter(
      ({ id, rules }) => !rules.some((rule) => id.startsWith(`${rule}-`)),
    );
    expect(astray.map(({ id }) => id)).toEqual([]);
  });

  it('hold what must be and what must not for every rule of the machine, the breaker and shutdown', () => {
    const gaps = rulesOf('CBS').filter((rule) => kindsOf(rule).size < 2);
    expect(rulesOf('CBS').length).toBeGreaterThanOrEqual(30);
    expect(gaps).toEqual([]);
  });

  it('do so, too, for the rules of calls, tools and the fleet that are about sequence', () => {
    expect(aboutSequence.filter((rule) => kindsOf(rule).size < 2)).toEqual([]);
  });

  it('cite only rules that the contract has', () => {
    const known = new Set([...rulesOf('CBLKTFSHE'), ...requirements()]);
    const cited = new Set(vectors.flatMap(({ rules }) => rules));
    expect([...cited].filter((rule) => !known.has(rule))).toEqual([]);
  });

  it('run on real servers in 60 cases or more', () => {
    const real = vectors.flatMap(({ worlds }) =>
      worlds.filter((world) => world !== 'machine' && world !== 'world'),
    );
    expect(real.length).toBeGreaterThanOrEqual(60);
  });
});

describe('the schema of the vectors', () => {
  it('is the one that is checked in', async () => {
    await expect(`${JSON.stringify(vectorJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
      `../../${schemaFile}`,
    );
  });

  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(schemaFile, 'utf8')) as object,
  );

  it.each(readVectorFiles())('is met by $file', ({ content }) => {
    expect(validate(content) ? [] : validate.errors).toEqual([]);
  });

  it('refuses a step that it does not know', () => {
    const steps = [{ peer: 'sings' }];
    const base = { id: 'C1-a', rules: ['C1'], title: 'a', kind: 'positive', worlds: ['machine'] };
    expect(validate({ about: 'a', cases: [{ ...base, steps }] })).toBe(false);
    expect(validate({ about: 'a', cases: [{ ...base, steps: [{ peer: 'opens' }] }] })).toBe(true);
  });
});

function requirements(): string[] {
  const text = readFileSync('docs/spec/contract.md', 'utf8');
  return [...text.matchAll(/^\| (R\d+) \|/gm)].map(([, id]) => id ?? '');
}
