// A test runner for Stryker that runs the cases of test/mutation/cases.ts in its own process: nearly every
// change is noticed by one of them, in a twentieth of the time that it takes to start a run of vitest.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the instrumented code looks for the change that is made just now. */
const namespace = '__stryker__';
const group = process.env.HOLDFAST_MUTATED ?? 'machines';

class CaseRunner {
  #instances = 0;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const shared = (globalThis[namespace] ??= {});
    shared.activeMutant = undefined;
    const tests = [];
    for (const { id, run } of await this.#cases()) {
      shared.currentTestId = id;
      tests.push(await attempt(id, run));
    }
    shared.currentTestId = undefined;
    return { status: 'complete', tests, mutantCoverage: shared.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    const shared = (globalThis[namespace] ??= {});
    Object.assign(shared, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const cases = await this.#cases().catch((error) => error);
    if (!Array.isArray(cases)) return killed('loading', cases);
    const asked = cases.filter(({ id }) => testFilter === undefined || testFilter.includes(id));
    for (const [index, { id, run }] of asked.entries()) {
      const result = await attempt(id, run);
      if (shared.hitCount > hitLimit) return { status: 'timeout' };
      if (result.status !== 0) return killed(id, result.failureMessage, index + 1);
    }
    return { status: 'survived', nrOfTests: asked.length };
  }

  /** The code anew each time, so that a change of what is only done once at the start is seen. */
  async #cases() {
    this.#instances += 1;
    const url = pathToFileURL(join(process.cwd(), '.mutated/cases.js'));
    const { casesOf } = await import(`${url}?${this.#instances}`);
    return casesOf(group);
  }
}

async function attempt(id, run) {
  const startedAt = performance.now();
  const test = { id, name: id, status: 0 };
  try {
    await run();
  } catch (error) {
    Object.assign(test, { status: 1, failureMessage: String(error) });
  }
  return { ...test, timeSpentMs: performance.now() - startedAt };
}

function killed(id, error, nrOfTests = 1) {
  return { status: 'killed', killedBy: [id], failureMessage: String(error), nrOfTests };
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'cases', factory: () => new CaseRunner() },
];
