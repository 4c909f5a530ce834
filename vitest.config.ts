import { defineConfig } from 'vitest/config';

/** Tests that run the package as a user's program does; only they have to wait for a build. */
const packaged = [
  'test/browser/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/examples/**/*.test.ts',
];

/** Against a test that hangs, and not for speed: on a busy machine a Node program takes 5 s to start. */
const HANGS_AFTER_MS = 60_000;

export default defineConfig({
  test: {
    // Most tests wait for processes and sockets; by itself, vitest takes one core of two.
    maxWorkers: 3,
    // A worker that has read much takes its time to end on a busy machine, and would be counted as a crash.
    teardownTimeout: HANGS_AFTER_MS,
    // `npm run coverage`, of the source project. What runs in processes of its own is not seen: the
    // command line and the guard, whose tests start them as a user does; nor the page of the view.
    coverage: {
      provider: 'v8',
      include: ['machines/**/*.ts', 'src/**/*.ts'],
      exclude: ['src/cli/**', 'src/view/page/**', 'src/view/element/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: '.tmp/coverage',
      thresholds: { lines: 95, branches: 90 },
      reportOnFailure: true,
    },
    projects: [
      {
        test: {
          name: 'source',
          include: ['test/**/*.test.ts'],
          exclude: packaged,
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
      {
        test: {
          name: 'package',
          include: packaged,
          globalSetup: ['test/build-package.ts'],
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
    ],
  },
});
