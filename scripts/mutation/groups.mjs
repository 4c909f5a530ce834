import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/**
 * The code that only decides: it can be changed in thousands of ways, and each tried in a moment. In
 * parts, each beside the tests that it has to face; hardly any of them waits for a process or a socket.
 */
const machines = [
  {
    places: ['machines'],
    tests: () => [...testsIn('machines', tooSlow), 'test/mutation/machine-cases.ts'],
  },
];
const src = [
  { places: ['src/call'], tests: () => testsIn('call') },
  { places: ['src/catalogue'], tests: () => testsIn('catalogue') },
  { places: ['src/health'], tests: () => testsIn('health') },
  {
    places: ['src/server/retry-outcome.ts', 'src/server/observations.ts'],
    tests: () => [
      ...testsIn('health'),
      'test/server/observations.test.ts',
      'test/supervisor/before-start.test.ts',
      'test/supervisor/retry.test.ts',
    ],
  },
  {
    places: [
      'src/supervisor/rate-bucket.ts',
      'src/supervisor/fleet-gate.ts',
      'src/supervisor/wake-clock.ts',
    ],
    tests: () =>
      ['fleet-gate', 'gate-places', 'rate-bucket', 'wake', 'wake-clock'].map(
        (name) => `test/supervisor/${name}.test.ts`,
      ),
  },
  {
    places: [
      'src/link/clean-text.ts',
      'src/link/plain-text.ts',
      'src/link/failure.ts',
      'src/link/handshake-failure.ts',
      'src/link/version-refusal.ts',
      'src/link/json-rpc.ts',
      'src/link/stdio/pipes/line-ends.ts',
      'src/link/stdio/pipes/line-reader.ts',
      'src/link/stdio/pipes/message-reader.ts',
      'src/link/stdio/pipes/stderr-ring.ts',
      'src/link/http/answers',
      'src/link/http/streams/event-stream.ts',
      'src/link/http/streams/reopen-delay.ts',
      'src/link/login/read-challenge.ts',
    ],
    tests: () =>
      [
        'answers',
        'clean-text',
        'event-stream',
        'faults',
        'handshake-failure',
        'http-parts',
        'json-rpc',
        'pipes',
        'plain-text',
        'statuses',
        'wire',
      ].map((name) => `test/link/${name}.test.ts`),
  },
  {
    places: [
      'src/config/interpolate.ts',
      'src/config/parse-server-entry.ts',
      'src/config/parse-policies.ts',
      'src/config/describe-issue.ts',
      'src/config/read-entry.ts',
    ],
    tests: () => testsIn('config', /^(watch|find-config)/),
  },
  { places: ['src/errors'], tests: () => [...testsIn('errors'), ...testsIn('call')] },
];

/** By name: the files of each part, and its tests. */
export const groups = { machines: machines.map(listed), src: src.map(listed) };

/**
 * What explores all states, or takes thousands of walks, would notice no more and take a hundred
 * times as long; what reads the source would notice the changes as such.
 */
const tooSlow = /^(agreement|edges|exploration|graph-parity|purity|random-walk|timed)\./;

function listed({ places, tests }) {
  return { tests, files: () => tracked(places) };
}

function testsIn(folder, left = /^$/) {
  return readdirSync(`test/${folder}`)
    .filter((file) => file.endsWith('.test.ts') && !left.test(file))
    .map((file) => `test/${folder}/${file}`);
}

function tracked(places) {
  const output = execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' });
  return output.split('\n').filter((file) => file.endsWith('.ts'));
}
