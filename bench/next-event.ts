import type { Supervisor, SupervisorEvents } from '../src/index.ts';

/** Longer than anything that is waited for here should take. */
const LONGEST_MS = 20_000;

/** The next event of that name. @throws if it does not come within 20 s. */
export function nextEvent<Name extends keyof SupervisorEvents>(
  supervisor: Supervisor,
  name: Name,
): Promise<SupervisorEvents[Name]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      reject(new Error(`${name} did not come within ${LONGEST_MS} ms`));
    }, LONGEST_MS);
    const stopListening = supervisor.on(name, (event) => {
      clearTimeout(timer);
      stopListening();
      resolve(event);
    });
  });
}

/** Resolves once `fact` holds. @throws if it does not within 20 s. */
export async function until(fact: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while (!(await fact())) {
    if (performance.now() > deadline) throw new Error(`not within ${LONGEST_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
