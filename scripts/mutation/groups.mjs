import { execFileSync } from 'node:child_process';

/** The code that only decides: it can be changed in thousands of ways, and each tried in a moment. */
export const groups = {
  machines: { files: () => tracked(['machines']) },
  src: {
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

function tracked(places) {
  const listed = execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' });
  return listed.split('\n').filter((file) => file.endsWith('.ts'));
}
