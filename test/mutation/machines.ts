import { readdirSync } from 'node:fs';

/**
 * The tests that a changed machine has to face, as one file, since starting one takes longer than
 * running them all: those of its rules, and the cases. What explores all states, or takes thousands
 * of walks, would notice no more and take a hundred times as long; what reads the source would
 * notice the changes as such.
 */
const tooSlow = /^(agreement|edges|exploration|graph-parity|purity|random-walk|timed)\./;

const rules = readdirSync('test/machines').filter((file) => file.endsWith('.test.ts'));
for (const file of rules.filter((name) => !tooSlow.test(name))) await import(`../machines/${file}`);
await import('../vectors/machine.test.ts');
