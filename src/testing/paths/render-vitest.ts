import type { GeneratedPath, PathPlan } from './path-plan.ts';
import { literal } from './literal.ts';
import type { Seen } from './moment.ts';
import { unreachedText } from './unreached-text.ts';

/** Where the tests get their machine from, and what made them. */
export interface VitestSource {
  /** Module that exports the machine, as the test file names it: `./my.machine.js`. */
  readonly from: string;
  readonly name: string;
  /** Whether the export is a function that makes the machine; it is called with `{ random: () => 0 }`. */
  readonly factory: boolean;
  /** Command that writes the file again, for its first lines. */
  readonly command?: string;
}

/**
 * A test file for vitest, one test per path, in plain JavaScript. It fails if the machine takes
 * another way at any step: another state or guard, other values in its context, other timers or
 * delays, other children, messages or actions, or if it heeds other events than it did.
 * The same plan gives the same text.
 */
export function renderVitest(plan: PathPlan, source: VitestSource): string {
  const sights = nameSights(plan);
  return [
    ...head(plan, source),
    '',
    '// The events that each state heeds. All others must do nothing there.',
    `const heeds = ${table(sights.heeds, (list) => literal(list, 2))};`,
    '',
    '// What is seen after a step: the state, values of the context that changed, armed timers with',
    '// their delays in milliseconds, what the machine asked for, and what it heeds now.',
    `const seen = ${table(sights.seen, (one) => sight(one, sights))};`,
    '',
    ...plan.paths.flatMap((path, index) => pathTest(path, index + 1, sights)),
  ].join('\n');
}

function head(plan: PathPlan, { from, name, factory, command }: VitestSource): string[] {
  const imported = name === 'default' ? '{ default as machine }' : `{ ${name} }`;
  const local = name === 'default' ? 'machine' : name;
  const events = plan.events.map(({ name: _, ...given }) => given);
  const missing = unreachedText(plan.unreached);
  const options = {
    ...(plan.input !== undefined && { input: plan.input }),
    events,
    ...(plan.ignore.length > 0 && { ignore: plan.ignore }),
  };
  return [
    `// ${plan.paths.length} paths of ${oneLine(plan.machine)} that cover its ${plan.cover}. Not to be edited; it is written by`,
    `//   ${oneLine(command ?? 'holdfast paths')}`,
    ...(missing === undefined ? [] : [`// ${oneLine(missing)}`]),
    "import { expect, test } from 'vitest';",
    "import { prepareWalks } from 'holdfast/testing';",
    `import ${imported} from ${JSON.stringify(from)};`,
    '',
    `const walk = prepareWalks(${local}${factory ? '({ random: () => 0 })' : ''}, ${literal(options, 0)});`,
  ];
}

function pathTest(
  { title, clock, start, steps }: GeneratedPath,
  number: number,
  sights: Sights,
): string[] {
  const at = (one: Seen) => `seen[${JSON.stringify(sights.nameOf(one))}]`;
  return [
    `test(${JSON.stringify(`${number}. ${title}`)}, () => {`,
    `  const path = walk(${clock ? '{ clock: true }' : ''});`,
    `  expect(path.start).toEqual(${at(start)});`,
    ...steps.map(
      ({ take, seen }) => `  expect(path.take(${JSON.stringify(take)})).toEqual(${at(seen)});`,
    ),
    '});',
    '',
  ];
}

/** What was seen, each kind once and with a name. */
interface Sights {
  readonly seen: ReadonlyMap<string, Seen>;
  readonly heeds: ReadonlyMap<string, readonly string[]>;
  nameOf(seen: Seen): string;
  heedsOf(seen: Seen): string;
}

function nameSights({ paths }: PathPlan): Sights {
  const seen = new Names<Seen>();
  const heeds = new Names<readonly string[]>();
  for (const { start, steps } of paths)
    for (const one of [start, ...steps.map((step) => step.seen)]) {
      heeds.add(one.heeds, one.state);
      seen.add(one, one.state);
    }
  return {
    seen: seen.byName,
    heeds: heeds.byName,
    nameOf: (one) => seen.nameOf(one),
    heedsOf: (one) => heeds.nameOf(one.heeds),
  };
}

/** Equal values share a name; another value that would have the same one gets a number. */
class Names<Value> {
  readonly byName = new Map<string, Value>();
  readonly #names = new Map<string, string>();

  add(value: Value, wanted: string): void {
    const id = JSON.stringify(value);
    if (this.#names.has(id)) return;
    let name = wanted;
    for (let copy = 2; this.byName.has(name); copy += 1) name = `${wanted} (${copy})`;
    this.byName.set(name, value);
    this.#names.set(id, name);
  }

  nameOf(value: Value): string {
    return this.#names.get(JSON.stringify(value)) ?? '';
  }
}

function sight(one: Seen, sights: Sights): string {
  const { heeds: _, ...rest } = one;
  const lines = Object.entries(rest).map(([key, value]) => `    ${key}: ${literal(value, 4)},`);
  const heeds = `    heeds: heeds[${JSON.stringify(sights.heedsOf(one))}],`;
  return ['{', ...lines, heeds, '  }'].join('\n');
}

function table<Value>(entries: ReadonlyMap<string, Value>, draw: (value: Value) => string): string {
  const lines = [...entries].map(([name, value]) => `  ${JSON.stringify(name)}: ${draw(value)},`);
  return ['{', ...lines, '}'].join('\n');
}

/** A comment must not end where a name has a line break. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ');
}
