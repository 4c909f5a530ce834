import { hints } from '../../health/hints.ts';

/** What a person can do about an attempt of the doctor's that failed with this code (E2). */
export function nextStep(code: string): string {
  return ownSteps[code] ?? hints[code] ?? otherwise(code);
}

/** The doctor shows last words, has its own options, has found the command, and tries only once. */
const ownSteps: Readonly<Partial<Record<string, string>>> = {
  PROCESS_EXITED: 'Read its last words; run the command by hand in the same folder to see more.',
  CONNECT_TIMEOUT:
    'See whether it hangs at its start, or downloads; allow it more with --timeout-ms, and in "policy": { "firstConnectTimeoutMs": … }.',
  AUTH_REQUIRED: 'It wants credentials: "holdfast login" gets them, or set a header in its entry.',
  COMMAND_NOT_FOUND: 'Install what the first line of its script names as interpreter.',
  LOGIN_UNAVAILABLE: 'Run this again once its authorization server can be used.',
};

function otherwise(code: string): string {
  return /^HTTP_5/.test(code)
    ? 'The server itself fails: see its own logs, and try again.'
    : 'Mend the cause and run this again; "holdfast explain" tells more while "up" runs.';
}
