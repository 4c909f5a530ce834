import { createGuard, type Guard } from './guard.ts';

let shared: Guard | undefined;
let users = 0;

/** The one guard of this process (L5); its own process ends with the last owner's `close` (S4). */
export function shareGuard(): Guard {
  const guard = (shared ??= createGuard());
  users += 1;
  let released = false;
  return {
    add: (server) => guard.add(server),
    remove: (pid) => guard.remove(pid),
    async close() {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      await guard.close();
    },
  };
}
