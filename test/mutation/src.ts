import { readdirSync } from 'node:fs';

/** The tests of what only decides, as one file; none of them waits for a process or a socket. */
const folders = ['call', 'catalogue', 'config', 'errors', 'health', 'vectors'];
const named = [
  'link/http-parts.test.ts',
  'link/plain-text.test.ts',
  'link/stdio-reading.test.ts',
  'link/wire.test.ts',
  'supervisor/fleet-gate.test.ts',
  'supervisor/retry.test.ts',
  'supervisor/wake.test.ts',
];
/** These read or watch files for as long as a person would wait, or run elsewhere. */
const elsewhere = /(watch|find-config|cli|real|coverage|machine)[^/]*\.test\.ts$/;

const inFolders = folders.flatMap((folder) =>
  readdirSync(`test/${folder}`).map((file) => `${folder}/${file}`),
);
const files = [...inFolders, ...named].filter(
  (file) => file.endsWith('.test.ts') && !elsewhere.test(file),
);
for (const file of files) await import(/* @vite-ignore */ `../${file}`);
