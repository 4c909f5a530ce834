import { describe, expect, test } from 'vitest';
import { stage, type Stage, type StageOptions } from './stage.ts';

describe('a retry at the moment of the park', () => {
  /** Parks at its first failure; the retry comes from where `options` puts it. */
  function parksWith(options: (retry: () => void) => StageOptions): Stage {
    let server: Stage | undefined = undefined;
    let once = false;
    const retry = () => {
      if (once) return;
      once = true;
      (server as Stage | undefined)?.retry();
    };
    server = stage({ policy: { initialRetries: 0 }, ...options(retry) });
    server.failed();
    return server;
  }

  function expectRetried(server: Stage): void {
    expect(server.state).toMatchObject({ connection: 'parked', attempting: true, retries: 0 });
    expect(server.link.attempts).toHaveLength(2);
    expect(server.link.live).toHaveLength(1);
    server.opened();
    expect(server.state.connection).toBe('ready');
    expect(server.errors).toEqual([]);
  }

  test.each(['server.failed', 'server.state', 'server.parked'] as const)(
    'C9 R13 is not lost when a listener of %s sends it',
    (type) => {
      expectRetried(
        parksWith((retry) => ({
          before: (actor) => {
            actor.on(type, (event) => {
              if (event.type !== 'server.state' || event.state === 'parked') retry();
            });
          },
        })),
      );
    },
  );

  test('C9 R13 is not lost when a subscriber of the snapshot sends it', () => {
    expectRetried(
      parksWith((retry) => ({
        before: (actor) => {
          actor.subscribe((snapshot) => {
            if (snapshot.matches({ connection: 'parked' })) retry();
          });
        },
      })),
    );
  });

  test("C9 R13 is not lost when the old link's disposer sends it", () => {
    expectRetried(parksWith((retry) => ({ script: { onStop: retry } })));
  });

  test('C9 R13 is not lost when it comes just before the failure that parks', () => {
    const server = stage({ policy: { initialRetries: 0 } });
    server.retry();
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', retries: 1 });
    server.retry();
    expect(server.state.attempting).toBe(true);
  });
});
