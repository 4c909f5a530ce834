import { afterEach, describe, expect, it } from 'vitest';
import { fixture } from './cli-process.ts';
import { PseudoTerminal, visible } from './pseudo-terminal.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();
const opened: PseudoTerminal[] = [];

afterEach(async () => {
  for (const { child, finished } of opened.splice(0)) {
    child.kill('SIGKILL');
    await finished;
  }
});

const size = { columns: 80, rows: 24 };

function open(args: readonly string[], env: NodeJS.ProcessEnv = {}, its = size): PseudoTerminal {
  const terminal = new PseudoTerminal([cli.file, ...args], {
    cwd: cli.folder,
    env: { XDG_RUNTIME_DIR: cli.folder, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    size: its,
  });
  opened.push(terminal);
  return terminal;
}

const clearing = '\u001b[H\u001b[J';
const showCursor = '\u001b[?25h';

describe('on a terminal', () => {
  it('up keeps a table in place, draws it anew when the size changes, and leaves it standing', async () => {
    const up = open(['up']);
    await up.shows('● ready');
    await up.shows('Live view');
    expect(visible(up.written)).toMatch(/SERVER +STATE +BREAKER +TOOLS +TRIED +LEFT +NEXT/);

    up.resize({ columns: 48, rows: 12 });
    await up.shows(clearing);
    const from = up.written.lastIndexOf(clearing) + clearing.length;
    await up.shows('Ctrl-C stops all', from);
    const drawn = visible(up.written.slice(from)).split(/\r?\n/);
    expect(drawn).toContainEqual(expect.stringMatching(/^SERVER +STATE +BREAKER +NEXT$/));
    for (const line of drawn) expect(line.length).toBeLessThanOrEqual(48);

    up.type('\u0003');
    expect(await up.finished).toBe(0);
    expect(visible(up.written)).toContain('○ stopped  1 server');
    expect(up.written).toContain(showCursor);
  });

  it('it does not flicker: what is drawn is shown at once, and only what has changed', async () => {
    await cli.configure({ echo: fixture('echo-server.mjs'), broken: fixture('exit-at-once.mjs') });
    const up = open(['up']);
    await up.shows('● ready');
    const from = up.written.length;
    // A countdown is drawn at least once more.
    await up.shows('\u001b[?2026l', from);
    await up.shows('■ parked', from);
    const frames = up.written.slice(from).split('\u001b[?2026h').slice(1);
    for (const frame of frames) expect(frame.replace(/(\u001b\[\?25l)*$/, '')).toMatch(/2026l$/);
    expect(frames.some((frame) => !frame.includes('SERVER'))).toBe(true);
  });

  it('H1 watch shows state, budgets, breaker, calls and a countdown, and what happens below', async () => {
    await cli.configure({ echo: fixture('echo-server.mjs'), broken: fixture('exit-at-once.mjs') });
    await cli.up();
    const watch = open(['watch', 'broken']);
    await watch.shows('■ parked');
    await watch.shows('a probe in 4:');
    const screen = visible(watch.written);
    for (const text of ['budgets', 'breaker', 'calls', 'PROCESS_EXITED', 'parked (startup)'])
      expect(screen).toContain(text);
    watch.type('\u0003');
    expect(await watch.finished).toBe(130);
    expect(watch.written).toContain(showCursor);
    expect(watch.written).not.toContain('INTERRUPTED');
  });

  it('explain wraps at its width, below the text', async () => {
    await cli.up();
    const explain = open(['explain', 'echo'], {}, { columns: 50, rows: 24 });
    await explain.finished;
    const lines = visible(explain.written).split(/\r?\n/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(lines).toContainEqual(expect.stringMatching(/^ {18}\w/));
  });

  it('progress is shown where a person waits for a first connection, and taken away again', async () => {
    await cli.configure({ slow: fixture('never-answer.mjs') });
    const call = open(['call', 'slow', 'anything']);
    await call.shows('0 of 1 tried; slow starts');
    call.type('\u0003');
    expect(await call.finished).toBe(130);
    expect(call.written).toMatch(/\r\u001b\[2K(INTERRUPTED|\r\u001b\[2K)/);
  });
});

describe('colour', () => {
  const color = /\u001b\[3\dm/;

  it('NO_COLOR and FORCE_COLOR rule, whatever the place can show', async () => {
    await cli.up();
    const shown = async (env: NodeJS.ProcessEnv) => {
      const terminal = open(['status'], env);
      await terminal.finished;
      return terminal.written;
    };
    expect(await shown({})).toMatch(color);
    expect(await shown({ NO_COLOR: '1' })).not.toMatch(color);
    expect(await shown({ FORCE_COLOR: '0' })).not.toMatch(color);
    expect(await shown({ TERM: 'dumb' })).not.toMatch(color);
    expect(await shown({ TERM: 'dumb', FORCE_COLOR: '1' })).toMatch(color);
  });

  it('a terminal on which nothing can be moved gets lines', async () => {
    const up = open(['up'], { TERM: 'dumb' });
    await up.shows('echo              ready');
    expect(up.written).not.toContain('\u001b');
  });
});
