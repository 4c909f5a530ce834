import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/**
 * The code that only decides: it can be changed in thousands of ways, and each tried in a moment.
 * Beside it the tests that it has to face; none of them waits for a process or a socket.
 */
export const groups = {
  machines: {
    tests: () => [...testsIn('machines', tooSlow), 'test/mutation/machine-cases.ts'],
    files: () => tracked(['machines']),
  },
  src: {
    tests: () => [
      ...['call', 'catalogue', 'config', 'errors', 'health', 'vectors'].flatMap((folder) =>
        testsIn(folder, elsewhere),
      ),
      'test/link/http-parts.test.ts',
      'test/link/plain-text.test.ts',
      'test/link/stdio-reading.test.ts',
      'test/link/wire.test.ts',
      'test/supervisor/fleet-gate.test.ts',
      'test/supervisor/rate-bucket.test.ts',
      'test/supervisor/retry.test.ts',
      'test/supervisor/wake.test.ts',
      'test/mutation/world-cases.ts',
    ],
    files: () =>
      tracked([
        'src/call',
        'src/catalogue',
        'src/health',
        'src/errors',
        'src/config/interpolate.ts',
        'src/config/parse-server-entry.ts',
        'src/config/parse-policies.ts',
        'src/config/describe-issue.ts',
        'src/config/read-entry.ts',
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
        'src/server/retry-outcome.ts',
        'src/server/observations.ts',
        'src/supervisor/rate-bucket.ts',
        'src/supervisor/fleet-gate.ts',
        'src/supervisor/wake-clock.ts',
      ]),
  },
};

/**
 * What explores all states, or takes thousands of walks, would notice no more and take a hundred
 * times as long; what reads the source would notice the changes as such.
 */
const tooSlow = /^(agreement|edges|exploration|graph-parity|purity|random-walk|timed)\./;
/** These read or watch files for as long as a person would wait, run elsewhere, or are here twice. */
const elsewhere = /(watch|find-config|cli|real|coverage|machine|world)[^/]*\.test\.ts$/;

function testsIn(folder, left) {
  return readdirSync(`test/${folder}`)
    .filter((file) => file.endsWith('.test.ts') && !left.test(file))
    .map((file) => `test/${folder}/${file}`);
}

function tracked(places) {
  const listed = execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' });
  return listed.split('\n').filter((file) => file.endsWith('.ts'));
}
