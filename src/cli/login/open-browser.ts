import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The programs that open a page, by platform. None is a shell, which would read the page's address. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/** False if there is nothing to open it with. */
export async function openBrowser(page: URL): Promise<boolean> {
  const opener = openers[process.platform];
  if (opener === undefined) return false;
  const [command, ...args] = opener;
  // Its own group, so that the Ctrl-C that ends the command does not close the browser.
  const child = spawn(command, [...args, page.href], { stdio: 'ignore', detached: true });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    return false;
  }
}
