// A test runner for Stryker that runs tests in its own process, as vitest would, and of
// them only those that reach the change: in a hundredth of the time that a run of vitest takes to start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collectTests, getFn, getHooks, startTests, test } from '@vitest/runner';

/** Where the instrumented code looks for the change that is made just now. */
const shared = (globalThis['__stryker__'] ??= {});
/** The tests that cannot be asked, of which every process has to know. */
const leftOutFile = '.mutated/left-out.json';
/** Against a change that makes a test wait for ever. */
const HANGS_AFTER_MS = 10_000;
/** More tests than these look at what is not kept from one to the next. */
const FEW_TESTS = 60;
/** Tests that start programs, or wait for real; the rest notices nearly as much. */
const TOO_SLOW_MS = 4_000;
/** A change that tests have let pass for so long, in time of the processor, is noticed by none. */
const LONG_ENOUGH_MS = 4_000;

class TestRunner {
  #loads = 0;
  /** The tests as they were collected; undefined if they have to be loaded anew. */
  #collected;
  /** Which tests noticed a change, the latest first: what is changed next to it they notice as well. */
  #noticing = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    // What a changed program forgets to wait for is no reason to end with it.
    process.on('unhandledRejection', () => undefined);
    process.on('uncaughtException', () => undefined);
  }

  async dryRun() {
    await this.#load();
    const done = await this.#perform();
    const isFit = ({ failure, tookMs }) => failure === undefined && tookMs < TOO_SLOW_MS;
    const leftOut = done.filter((each) => !isFit(each));
    writeFileSync(leftOutFile, JSON.stringify(leftOut.map(({ title }) => title)));
    const fit = done.filter(isFit);
    const tests = fit.map(({ id, title, tookMs }) => ({
      id,
      name: title,
      status: 0,
      timeSpentMs: tookMs,
    }));
    return { status: 'complete', tests, mutantCoverage: shared.mutantCoverage };
  }

  async mutantRun(options) {
    const { mutantActivation, hitLimit } = options;
    const isStatic = mutantActivation === 'static';
    const isFresh = isStatic || this.#collected === undefined;
    const { done, failed, hits } = await this.#tryOut(options, isStatic, isFresh);
    // What a change leaves behind must not be held against the next one.
    const isClean = failed === undefined || (await this.#holds(failed.id));
    // Nor must what is kept from before hide a change, such as a compiler that was made once.
    const isSure = isFresh || (failed === undefined ? done.length > FEW_TESTS : isClean);
    if (isStatic || !isClean || !isSure) this.#collected = undefined;
    if (!isSure) return this.mutantRun(options);
    if (hits > hitLimit) return { status: 'timeout' };
    if (failed === undefined) return { status: 'survived', nrOfTests: done.length };
    const { id, failure } = failed;
    this.#noticing = [id, ...this.#noticing.filter((each) => each !== id)];
    return { status: 'killed', killedBy: [id], failureMessage: failure, nrOfTests: done.length };
  }

  /** The asked tests, up to the first that notices the change. */
  async #tryOut({ activeMutant, testFilter, hitLimit }, isStatic, isFresh) {
    shared.activeMutant = isStatic ? activeMutant.id : undefined;
    if (isFresh) await this.#load();
    Object.assign(shared, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const startedAt = process.cpuUsage();
    const isLongEnough = () => {
      const { user, system } = process.cpuUsage(startedAt);
      return user + system > LONG_ENOUGH_MS * 1_000;
    };
    let failed;
    const done = await this.#perform(testFilter, (each) => {
      if (each.failure !== undefined) failed ??= each;
      return failed !== undefined || isLongEnough();
    });
    const hits = shared.hitCount;
    Object.assign(shared, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    return { done, failed, hits };
  }

  #inOrder() {
    const collected = this.#collected;
    const first = this.#noticing.flatMap((id) => collected.filter((each) => each.id === id));
    return [...new Set([...first, ...collected])];
  }

  /** Whether a test holds without any change. */
  async #holds(id) {
    const [alone] = await this.#perform([id]);
    return alone !== undefined && alone.failure === undefined;
  }

  async #load() {
    this.#loads += 1;
    const bundle = pathToFileURL(join(process.cwd(), '.mutated/tests.js'));
    const importFile = () => import(`${bundle}?${this.#loads}`);
    const [file] = await collectTests([bundle.pathname], { config, importFile });
    const leftOut = existsSync(leftOutFile) ? JSON.parse(readFileSync(leftOutFile, 'utf8')) : [];
    const isAskedFor = ({ title }) => !leftOut.includes(title);
    const isBroken = file.result?.state === 'fail';
    this.#collected = isBroken ? [brokenBy(file)] : testsOf(file).filter(isAskedFor);
  }

  /** Runs the tests that were collected; `isEnough` is asked after each. */
  async #perform(asked, isEnough = () => false) {
    const isAsked = ({ id }) => asked === undefined || id === LOADING || asked.includes(id);
    const chosen = this.#inOrder().filter(isAsked);
    const done = [];
    let isOver = false;
    const importFile = () => chosen.forEach(({ id, run }) => test(id, run));
    const runner = {
      config,
      importFile,
      onBeforeRunTask: (task) => {
        if (isOver) task.mode = 'skip';
        else shared.currentTestId = task.name;
      },
      onAfterRunTask: (task) => {
        if (task.type !== 'test') return;
        shared.currentTestId = undefined;
        const each = outcomeOf(task, chosen);
        done.push(each);
        isOver = isEnough(each);
      },
    };
    if (chosen.length > 0) await startTests(['the asked'], runner);
    return done;
  }
}

/** Stands for all tests where they cannot be loaded. */
const LOADING = 'loading';
const config = {
  root: process.cwd(),
  setupFiles: [],
  sequence: { shuffle: false, concurrent: false, seed: 1, hooks: 'stack', setupFiles: 'list' },
  maxConcurrency: 1,
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  retry: 0,
  tags: [],
};

/** Every test of a suite and of those in it, with the hooks around it. */
function testsOf(suite, around = []) {
  const hooks = [...around, getHooks(suite)];
  return suite.tasks.flatMap((task) =>
    task.type === 'test'
      ? [{ id: task.id, title: titleOf(task), run: runOf(task, hooks) }]
      : testsOf(task, hooks),
  );
}

function runOf(task, hooks) {
  return async ({ task: running }) => {
    const context = { task: running };
    for (const { beforeEach } of hooks) for (const hook of beforeEach) await hook(context);
    try {
      await getFn(task)();
    } finally {
      for (const { afterEach } of hooks.toReversed())
        for (const hook of afterEach) await hook(context);
    }
  };
}

/** Code that cannot even be loaded fails whatever test is asked. */
function brokenBy({ result }) {
  const run = () => {
    throw new Error(result.errors?.[0]?.message ?? 'It cannot be loaded.');
  };
  return { id: LOADING, title: LOADING, run };
}

function outcomeOf({ name, result }, chosen) {
  const failure = result?.state === 'fail' ? (result.errors?.[0]?.message ?? 'failed') : undefined;
  const title = chosen.find(({ id }) => id === name)?.title;
  return { id: name, title, failure, tookMs: result?.duration ?? 0 };
}

function titleOf({ name, suite }) {
  return suite ? `${titleOf(suite)} ${name}` : name;
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'tests', factory: () => new TestRunner() },
];
