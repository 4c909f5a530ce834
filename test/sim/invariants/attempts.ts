import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { perServer } from './per-server.ts';

/** I13: every attempt that begins has exactly one end (H3). */
export function watchAttempts({ judge }: Scene): Observer {
  const attempts = perServer(() => ({ isOpen: false }));
  return {
    event(event) {
      const attempt = attempts(event.server);
      const require = (holds: boolean, what: string) =>
        judge.require(holds, 'I13 (C2)', event.server, () => what);
      if (event.type === 'server.attempting') {
        // A login or a changed entry stops an attempt for the one that it asks for (C9).
        const replaces = event.cause === 'login' || event.cause === 'config';
        require(!attempt.isOpen || replaces, 'an attempt begins within another one');
        attempt.isOpen = true;
      }
      if (event.type === 'server.failed') {
        require(attempt.isOpen, 'an attempt fails that never began');
        attempt.isOpen = false;
      }
      if (event.type === 'server.replaced') attempt.isOpen = false;
      if (event.type !== 'server.state') return;
      if (event.state === 'ready') {
        require(attempt.isOpen, 'ready without an attempt');
        attempt.isOpen = false;
      }
      if (event.state === 'shutdown') attempt.isOpen = false;
    },
  };
}
