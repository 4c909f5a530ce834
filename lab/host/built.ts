import { fileURLToPath } from 'node:url';

/** Programs beside this file, where the lab was built to: a host runs plain JavaScript. */
export const hostProgram = built('lab/host/host-program.js');
export const cliProgram = built('src/cli/main.js');
export const library = built('src/index.js');

function built(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
