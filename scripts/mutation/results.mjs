import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '.tmp/mutation';

/** Whether this very text of the file has been through it. */
export function isDone(file) {
  return kept(file)?.text === hashOf(file);
}

export function keep(file, text, mutants) {
  writeFileSync(placeOf(file), JSON.stringify({ file, text, mutants }));
}

/** What is known of a group's files; those that have not been done are missing. */
export function readResults({ files }) {
  return files()
    .filter(isDone)
    .map((file) => kept(file));
}

function kept(file) {
  const place = placeOf(file);
  return existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : undefined;
}

function placeOf(file) {
  return join(folder, `${file.replaceAll('/', '-')}.json`);
}

/** Which text of a file this is. */
export function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}
