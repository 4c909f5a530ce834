// `npm run docs`: writes docs/reference.md from the declarations and comments of all that the package
// exports. With `--check` it only tells whether the page is stale or a comment is missing, and exits 1
// if so. It reads declarations as they stand: nobody explains a type better than its own text.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const page = 'docs/reference.md';
const entries = [
  { name: 'holdfast', file: 'src/index.ts' },
  { name: 'holdfast/machines', file: 'machines/index.ts' },
  { name: 'holdfast/testing', file: 'src/testing/index.ts' },
  { name: 'holdfast/view', file: 'src/view/index.ts' },
  { name: 'holdfast/inspect', file: 'src/inspect/index.ts' },
  { name: 'holdfast/record', file: 'src/record/index.ts' },
  { name: 'holdfast/view in a browser', file: 'src/view/element/index.ts' },
];

const sources = new Map();
const undocumented = [];
const text = await format(drawPage(), { ...(await resolveConfig(page)), parser: 'markdown' });
const isStale = readOr(page, '') !== text;

for (const name of undocumented) console.error(`${name} is exported without a comment`);
if (undocumented.length > 0) process.exitCode = 1;
if (!isStale) {
  console.log(`${page} is up to date`);
} else if (process.argv.includes('--check')) {
  console.error(`${page} is stale; run npm run docs`);
  process.exitCode = 1;
} else {
  writeFileSync(page, text);
  console.log(`${page} written`);
}

function drawPage() {
  const head = `# Reference

Everything that the package exports, in the words of its source; written by \`npm run docs\`. Ids such
as C9 are rules of the [contract](spec/contract.md). Times are milliseconds where a name ends in
\`Ms\`.\n`;
  return [head, ...entries.map(drawEntry)].join('\n');
}

function drawEntry({ name, file }) {
  const found = exportsOf(file).map((each) => ({ ...each, ...describe(each) }));
  for (const { name: symbol, comment } of found)
    if (comment === '') undocumented.push(`${symbol} of ${name}`);
  const sections = found.map(
    ({ name: symbol, comment, code }) =>
      `### ${symbol}\n\n${comment}${policyTable(symbol)}\n\n\`\`\`ts\n${code}\n\`\`\`\n`,
  );
  return [`## \`${name}\`\n`, ...sections].join('\n');
}

/** What a file exports, each with the declarations that it stands for, however often handed on. */
function exportsOf(file) {
  const source = parse(file);
  return source.statements.flatMap((statement) => {
    if (isExported(statement))
      return namesOf(statement).map((name) => ({
        name,
        declarations: [{ node: statement, source }],
      }));
    if (!ts.isExportDeclaration(statement)) return [];
    const target = resolve(dirname(file), statement.moduleSpecifier.text);
    if (statement.exportClause === undefined)
      return exportsOf(target).filter(
        ({ declarations: [{ node }] }) => !(statement.isTypeOnly && ts.isVariableStatement(node)),
      );
    return statement.exportClause.elements.map(({ name, propertyName }) => ({
      name: name.text,
      declarations: declarationsOf(target, (propertyName ?? name).text),
    }));
  });
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function declarationsOf(file, name) {
  const source = parse(file);
  const own = source.statements.filter((statement) => namesOf(statement).includes(name));
  if (own.length > 0) return own.map((node) => ({ node, source }));
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement)) continue;
    const { exportClause, importClause, moduleSpecifier } = statement;
    const bindings = exportClause ?? importClause?.namedBindings;
    const found = bindings?.elements?.find((element) => element.name.text === name);
    if (found && moduleSpecifier?.text.startsWith('.'))
      return declarationsOf(
        resolve(dirname(file), moduleSpecifier.text),
        (found.propertyName ?? found.name).text,
      );
  }
  throw new Error(`${name} is not declared in ${file}`);
}

function namesOf(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.text);
  return statement.name === undefined ? [] : [statement.name.text];
}

/** The keys of a policy: what each means, and what holds where nothing is said. */
function policyTable(name) {
  const source = parse('machines/policy.ts');
  const fields = name === 'Policy' ? 'fields' : name === 'FleetPolicy' ? 'fleetFields' : undefined;
  const [declared] = source.statements.filter((each) => namesOf(each).includes(fields));
  if (declared === undefined) return '';
  const { properties } = declared.declarationList.declarations[0].initializer;
  const rows = properties.map((property) => {
    const usual =
      /^z\._default\(.*, (.*)\)$/su.exec(property.initializer.getText(source))?.[1] ?? '';
    return `| \`${property.name.text}\` | ${usual} | ${commentOf(property, source)} |`;
  });
  return ['\n\n| key | default | meaning |', '| --- | ---: | --- |', ...rows].join('\n');
}

/** Of overloads only the signatures count, and the first one's comment speaks for all. */
function describe({ declarations }) {
  const overloads = declarations.filter(
    ({ node }) => !ts.isFunctionDeclaration(node) || !node.body,
  );
  const shown = overloads.length > 0 ? overloads : declarations;
  const comment =
    declarations.map(({ node, source }) => commentOf(node, source)).find(Boolean) ?? '';
  return { comment, code: shown.map(({ node, source }) => codeOf(node, source)).join('\n') };
}

function commentOf(node, source) {
  const [doc] = node.jsDoc?.slice(-1) ?? [];
  if (doc === undefined) return '';
  return doc
    .getText(source)
    .replace(/^\/\*\*\s*|\s*\*\/$/gu, '')
    .replace(/^\s*\* ?/gmu, '')
    .replace(/^@throws (.*)$/gmu, '\nThrows $1')
    .replace(/^@returns (.*)$/gmu, '\nReturns $1')
    .replace(/^@param (\w+) (.*)$/gmu, '\n`$1`: $2')
    .trim();
}

/** A declaration without what only its own code needs: bodies, private parts, values. */
function codeOf(node, source) {
  if (ts.isFunctionDeclaration(node)) return signature(node, source);
  if (ts.isClassDeclaration(node)) return classSurface(node, source);
  if (ts.isVariableStatement(node)) return constSurface(node, source);
  return node.getText(source).replace(/^export /u, '');
}

function signature(node, source) {
  const end = node.body ? node.body.getStart(source) : node.getEnd();
  return (
    source.text
      .slice(node.getStart(source), end)
      .replace(/^export (async )?/u, '')
      .trim() + ';'
  );
}

function classSurface(node, source) {
  const heritage = node.heritageClauses?.map((clause) => clause.getText(source)).join(' ') ?? '';
  const members = node.members.filter(
    ({ name }) => name === undefined || !ts.isPrivateIdentifier(name),
  );
  const lines = members.map((member) => {
    const doc = member.jsDoc?.at(-1)?.getText(source);
    const end = member.body ? member.body.getStart(source) : member.getEnd();
    const text = source.text.slice(member.getStart(source), end).trim().replace(/;?$/u, ';');
    const shown = text.replace(/^declare /u, '');
    return `  ${doc === undefined ? '' : `${doc}\n  `}${shown}`;
  });
  return `class ${node.name.text} ${heritage} {\n${lines.join('\n')}\n}`;
}

function constSurface(node, source) {
  return node.declarationList.declarations
    .map(({ name, type, initializer }) => {
      if (type) return `const ${name.text}: ${type.getText(source)};`;
      const value = initializer?.getText(source) ?? '';
      return value.length < 1_000 && value.startsWith('[')
        ? `const ${name.text} = ${value};`
        : `const ${name.text};`;
    })
    .join('\n');
}

function parse(file) {
  const path = resolve(file);
  const known = sources.get(path);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.ES2023,
    true,
  );
  sources.set(path, source);
  return source;
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
