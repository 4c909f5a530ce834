import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { isBrokenOff, NoWatchError, runBounded } from './bounded-run.ts';
import { createCompiler, type Dialect } from './compiler.ts';
import { isPlainSchema, isSmall } from './quick-check.ts';
import { isTameExpression } from './tame-expression.ts';

/** What is wrong with a value; empty if nothing is, or if the schema cannot be used. */
export type Check = (value: unknown) => readonly ErrorObject[];

/** Compiled schemas of one server's tools. */
export interface Schemas {
  /** Compiles on first use. A schema that cannot be used checks nothing. */
  check(schema: object, value: unknown): readonly ErrorObject[];
}

export function createSchemas(): Schemas {
  return new CompiledSchemas();
}

/** Tools that were not changed by a list refresh find their check again by its text. */
const keptTexts = 256;

class CompiledSchemas implements Schemas {
  // Weakly, so that a list that was replaced takes its checks along.
  readonly #byObject = new WeakMap<object, Check>();
  readonly #byText = new Map<string, Check>();

  check(schema: object, value: unknown): readonly ErrorObject[] {
    let check = this.#byObject.get(schema);
    if (check === undefined) {
      check = this.#checkOf(schema);
      if (check === undefined) return nothingWrong;
      this.#byObject.set(schema, check);
    }
    return check(value);
  }

  /** Undefined if it cannot be had now. */
  #checkOf(schema: object): Check | undefined {
    const text = textOf(schema);
    if (text === undefined) return checkNothing;
    const known = this.#byText.get(text);
    const check = known ?? compile(schema, text);
    if (check === undefined) return undefined;
    this.#byText.delete(text);
    this.#byText.set(text, check);
    for (const oldest of this.#byText.keys()) {
      if (this.#byText.size <= keptTexts) break;
      this.#byText.delete(oldest);
    }
    return check;
  }
}

const nothingWrong: readonly ErrorObject[] = [];
const checkNothing: Check = () => nothingWrong;

/** Longer schemas are left alone; no tool has an honest use for one. */
const longestSchema = 256 * 1024;
/** E5: longest time that a server's schema may hold up everybody else, compiled and at work. */
const compileMs = 1_000;
const checkMs = 250;

/** Why a schema cannot be used, and calls go unchecked; undefined if it can. Untrusted text. */
export function findSchemaDefect(schema: object): string | undefined {
  const text = textOf(schema);
  if (text === undefined) return 'it is too long, or nested too deeply';
  try {
    return isAsynchronous(validatorOf(schema, text)) ? 'it is asynchronous' : undefined;
  } catch (error) {
    if (isBrokenOff(error)) return 'it takes too long to read';
    return withoutRepeats(error instanceof Error ? error.message : String(error));
  }
}

/** The compiler says the same again for each of the vocabularies that a schema is held to. */
function withoutRepeats(message: string): string {
  const complaints = message.replace(/^schema is invalid: /, '').split(', ');
  return [...new Set(complaints)].join(', ');
}

/** Undefined for a schema that is not worth the attempt. */
function textOf(schema: object): string | undefined {
  try {
    const text = JSON.stringify(schema);
    return text.length > longestSchema ? undefined : text;
  } catch {
    // Nested deeper than the stack.
    return undefined;
  }
}

function compile(schema: object, text: string): Check | undefined {
  try {
    const validate = validatorOf(schema, text);
    return isAsynchronous(validate) ? checkNothing : guarded(validate, isPlainSchema(text));
  } catch (error) {
    if (error instanceof NoWatchError) return undefined;
    // K2: the server's schema is at fault, not the caller, so the call goes unchecked.
    return checkNothing;
  }
}

/** K2, E5: a schema that turns out to be endless is not asked a second time. */
function guarded(validate: ValidateFunction, isPlain: boolean): Check {
  const check: Check = (value) =>
    validate(value) === true ? nothingWrong : (validate.errors ?? nothingWrong);
  let isUsable = true;
  return (value) => {
    if (!isUsable) return nothingWrong;
    try {
      return isPlain && isSmall(value) ? check(value) : runBounded(() => check(value), checkMs);
    } catch (error) {
      // Anything else was a matter of this one value, nested deeper than the stack.
      if (isBrokenOff(error)) isUsable = false;
      return nothingWrong;
    }
  };
}

/** It answers with a promise, which no caller here would await. */
function isAsynchronous(validate: ValidateFunction): boolean {
  return '$async' in validate;
}

/** @throws what the compiler does, if the schema is no schema */
function validatorOf(schema: object, text: string): ValidateFunction {
  // K2: Ajv takes one that it does not find for the whole schema, and would refuse what is right.
  if (text.includes('"$dynamicRef":')) throw new Error('it uses $dynamicRef');
  const dialect = dialectOf(schema);
  const compiler = compilerFor(dialect);
  try {
    const run = () => compiler.ajv.compile(schema);
    const validate = isPlainSchema(text) ? run() : runBounded(run, compileMs);
    forget(schema, compiler);
    return validate;
  } catch (error) {
    // Broken off, or failed half-way: what it holds by now is nobody's to know.
    compilers.delete(dialect);
    throw error;
  }
}

/**
 * Ajv remembers for ever what it compiled, and would take a second schema amiss that bears the `$id`
 * of the first or of a part of it. E5: that second one may be of another server.
 */
function forget(schema: object, { ajv, ownNames }: Compiler): void {
  ajv.removeSchema(schema);
  for (const name of Object.keys(ajv.refs)) if (!ownNames.has(name)) ajv.removeSchema(name);
}

interface Compiler {
  readonly ajv: Ajv;
  /** Of the schemas that describe schemas. */
  readonly ownNames: ReadonlySet<string>;
  compiled: number;
}

/** Made on first use: a compiler costs milliseconds, and many hosts never check a call. */
const compilers = new Map<Dialect, Compiler>();
/** What it made stays in the compiler's own scope, so a worn one is replaced. */
const compilerLife = 500;

function compilerFor(dialect: Dialect): Compiler {
  let compiler = compilers.get(dialect);
  if (compiler === undefined || compiler.compiled >= compilerLife) {
    const ajv = createCompiler(dialect, settings);
    compiler = { ajv, ownNames: new Set(Object.keys(ajv.refs)), compiled: 0 };
    compilers.set(dialect, compiler);
  }
  compiler.compiled += 1;
  return compiler;
}

/** 2020-12 unless the schema says draft 7, as generators of tool schemas still do. */
function dialectOf(schema: object): Dialect {
  const named = '$schema' in schema ? schema.$schema : undefined;
  return typeof named === 'string' && named.includes('draft-07') ? 'draft7' : '2020';
}

const settings = {
  strict: false,
  allErrors: true,
  // An argument may be called `constructor`, which every object has inherited a value for.
  ownProperties: true,
  // Each fault carries its part of the schema, for the hint at a mistyped name.
  verbose: true,
  // In 2020-12 a format is a remark, and servers use many that nobody knows.
  validateFormats: false,
  logger: false,
  code: { regExp: Object.assign(tameExpression, { code: 'tameExpression' }) },
} as const;

// E5: a pattern comes from the server and runs in our process.
function tameExpression(pattern: string, flags: string): { test(text: string): boolean } {
  const expression = readExpression(pattern, flags);
  return isTameExpression(pattern) ? expression : { test: () => true };
}

/** Many patterns were written without the strict Unicode syntax that the dialect asks for. */
function readExpression(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
