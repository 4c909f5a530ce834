import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  factoryName,
  machineFiles,
  parseStatelyConfig,
  readStatelyConfig,
} from '../scripts/stately-config.ts';

type Factory = (options: { random: () => number }) => unknown;

const config = readStatelyConfig();

describe('the list of machines', () => {
  it('is the same for our own scripts and for the Stately CLI', () => {
    const stately = JSON.parse(readFileSync('statelyai.json', 'utf8')) as { include: string[] };
    expect(stately.include).toEqual(config.machines);
  });

  it('names files that each build a machine', async () => {
    const files = machineFiles(config);
    expect(files).toContain('machines/server.machine.ts');
    for (const file of files) {
      const module = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, Factory>;
      expect(module[factoryName(file)]?.({ random: () => 0 }), file).toBeInstanceOf(StateMachine);
    }
  });

  it('refuses a key that it does not know, and says where', () => {
    const text = JSON.stringify({ ...config, inspecter: {} });
    expect(() => parseStatelyConfig(text, 'stately.config.json')).toThrow(
      /^stately\.config\.json: .*"inspecter"/,
    );
  });

  it('is drawn in the docs as it is now', () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/diagrams.mjs', '--check'], {
        encoding: 'utf8',
        timeout: 60_000,
      });
    expect(check()).toContain('is up to date');
  }, 60_000);
});
