// Starts the steered server with its own pipes, as a package runner does. Arguments: the folder, and
// `leaves` to be gone at once, as a launcher that forks is.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [, , folder = '.', way] = process.argv;
const server = fileURLToPath(new URL('steered.mjs', import.meta.url));
const child = spawn(process.execPath, [server, folder], { stdio: 'inherit' });
// The child runs by now.
if (way === 'leaves') process.exit(0);
child.once('exit', (code) => process.exit(code ?? 1));
