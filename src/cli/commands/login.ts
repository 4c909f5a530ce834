import type { Command } from 'commander';
import { configError } from '../../config/config-error.ts';
import { loadConfig } from '../../config/load-config.ts';
import { isLoginProvider, type LoginOptions } from '../../config/login-options.ts';
import { isStdio } from '../../config/server-entry.ts';
import { logIn } from '../../link/login/browser-login.ts';
import { plainLine } from '../../link/plain-text.ts';
import { unknownServer } from '../../supervisor/unknown-server.ts';
import { configFile } from '../ask-fleet.ts';
import { CliError } from '../cli-error.ts';
import { connectUp } from '../control/control-client.ts';
import type { RetryReport } from '../control/requests.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { interruptible } from '../interruptible.ts';
import { loginFailure } from '../login/login-failure.ts';
import { openBrowser } from '../login/open-browser.ts';
import { safeJson } from '../show/safe-json.ts';
import type { Terminal } from '../terminal.ts';

/** How long a person may take in the browser. */
const PERSON_WAIT_MS = 300_000;

interface LoginCommandOptions extends FleetOptions {
  readonly browser: boolean;
}

export function loginCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('login <server>', {
    description: 'log in to a server in the browser, and keep the login for "up" and the others',
    examples: ['holdfast login search', 'holdfast login search --no-browser'],
  })
    .option('--no-browser', 'only print the page to open')
    .action(async (server: string, options: LoginCommandOptions) => {
      const file = await configFile(options);
      const { url, auth } = await findLogin(file, server);
      await bounded((signal) =>
        logIn({
          server: url,
          options: auth,
          signal,
          show: (page) => void bringTo(page, terminal, options.browser),
        }),
      );
      const up = await tellUp(file, server);
      const report = { server, loggedIn: true, ...(up && { up }) };
      terminal.print(options.json ? safeJson(report, 2) : describe(server, up));
      exit(up?.outcome === 'failed' ? exitCodes.badAnswer : exitCodes.ok);
    });
}

async function findLogin(
  file: string,
  server: string,
): Promise<{ readonly url: URL; readonly auth: LoginOptions }> {
  const { servers, problems } = await loadConfig(file);
  const entry = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (entry === undefined) {
    const own = problems.filter((problem) => problem.server === server);
    if (own.length === 0) throw unknownServer(server, Object.keys(servers));
    const text = own.map(({ path, message }) => `${server}: ${path} ${message}`).join('; ');
    throw configError(text, { server });
  }
  if (isStdio(entry))
    throw new CliError('usage', 'LOGIN_NOT_NEEDED', `${server} is started here, as a process`, {
      advice: 'Give it its credentials in "env".',
    });
  const { auth, url } = entry;
  if (auth === undefined || isLoginProvider(auth))
    throw new CliError('usage', 'LOGIN_NOT_NEEDED', `${server} is given its own Authorization`, {
      advice: 'Take the Authorization header out of its configuration, then log in.',
    });
  if (!URL.canParse(url)) throw configError(`${server}: url is no URL`, { server });
  return { url: new URL(url), auth };
}

/** Ends it when the person does, or at last by itself. */
async function bounded(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tookTooLong()), PERSON_WAIT_MS);
  try {
    await interruptible((signal) => run(AbortSignal.any([signal, limit.signal])));
  } catch (error) {
    throw loginFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(): CliError {
  return new CliError('badAnswer', 'LOGIN_TIMED_OUT', 'nobody came back from the browser', {
    advice: 'Nothing was changed. Run it again and open the page within five minutes.',
  });
}

/** Never rejects: the page is printed in any case. */
async function bringTo(page: URL, terminal: Terminal, wantsBrowser: boolean): Promise<void> {
  terminal.remark(`Log in on this page:\n\n  ${plainLine(page.href)}\n`);
  if (wantsBrowser && !(await openBrowser(page)))
    terminal.remark('No browser could be opened from here; open the page yourself.');
}

/** A running "up" uses the new login at once (C9). */
async function tellUp(file: string, server: string): Promise<RetryReport | undefined> {
  const ask = await connectUp(file);
  return ask?.('retry', { server, reason: 'login' });
}

function describe(server: string, up: RetryReport | undefined): string {
  const done = `logged in to ${server}`;
  if (up === undefined) return `${done}; "holdfast up" will use it`;
  if (up.outcome === 'revived') return `${done}, and it is ready`;
  if (up.outcome === 'failed')
    return plainLine(`${done}, but it could not be reached: ${up.error?.message ?? 'no reason'}`);
  return `${done}; it is shut down, and "holdfast restart ${server}" starts it`;
}
