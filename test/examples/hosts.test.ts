import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

async function runExample(file: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [`examples/${file}`], { timeout: 60_000 });
  expect(stderr).toBe('');
  return stdout;
}

describe('the example hosts', () => {
  it('K7 R4: an agent host goes on after its server was killed between two turns', async () => {
    const said = await runExample('agent-host.mjs');
    expect(said).toContain('The model is offered 13 tools.');
    expect(said).toContain('[everything] reconnecting');
    expect(said).toContain('The sum of 20 and 22 is 42.');
    expect(said).toContain('INVALID_ARGUMENTS');
    expect(said).toContain('COMMAND_NOT_FOUND');
    expect(said).toMatch(/; 0 processes left\.\n$/);
  }, 70_000);

  it('C9 S2: a host with its own XState root spawns a server, rebuilds it and ends it', async () => {
    const said = await runExample('xstate-host.mjs');
    expect(said).toContain('Echo: hello from a host of its own');
    expect(said).toContain('Session 2 is open.');
    expect(said).toMatch(/Stopped\.\n$/);
  }, 70_000);
});
