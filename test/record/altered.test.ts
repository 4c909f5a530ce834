import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/record/check/check-recording.ts';
import type { RecordingLine, StepLine } from '../../src/record/lines/line.ts';
import { Seal } from '../../src/record/lines/seal.ts';
import { check, linesOf, recordedStage } from './recorded.ts';

/** Each one is forged well: numbered and sealed anew, so that only the machine can tell. */
describe('H7 what no machine does is found in a recording, also in one that was sealed again', () => {
  let text = '';

  it('the recording itself is clean', async () => {
    text = await incident();
    expect(check(text).findings).toEqual([]);
    expect(check(sealed(linesOf(text))).findings).toEqual([]);
  });

  const forgeries: Record<string, [(lines: RecordingLine[]) => void, Partial<Finding>]> = {
    'a longer delay': [
      (lines) => edit(lines, 'link.lost', ({ state }) => ({ state: { ...state, waitMs: 1_001 } })),
      { rule: 'C5', text: expect.stringContaining('waitMs is 1001, must be') as string },
    ],
    'other chance, and so another delay': [
      (lines) => edit(lines, 'link.lost', () => ({ draws: [0.999] })),
      { rule: 'C5', text: expect.stringContaining('waitMs') as string },
    ],
    'a budget that was not charged': [
      (lines) => edit(lines, 'link.lost', ({ state }) => ({ state: { ...state, retries: 0 } })),
      { rule: 'C6' },
    ],
    'another state': [
      (lines) =>
        edit(lines, 'link.lost', ({ state }) => ({ state: { ...state, connection: 'ready' } })),
      { rule: 'C6', text: expect.stringContaining('connection is "ready"') as string },
    ],
    'another place within the state': [
      (lines) =>
        edit(lines, 'link.opened', () => ({
          value: { connection: { ready: 'draining' }, breaker: 'closed' },
        })),
      { text: expect.stringContaining('the chart stands at') as string },
    ],
    'a start that nobody asked for': [
      (lines) => edit(lines, 'link.proven', () => ({ asked: ['start'] })),
      { rule: 'C2', text: expect.stringContaining('asked to start, must be to nothing') as string },
    ],
    'a start that is missing': [
      (lines) => edit(lines, 'xstate.after.backoff', () => ({ asked: [] })),
      { rule: 'C2' },
    ],
    'a timer that fires before it is due': [
      (lines) => {
        const fired = lines.findIndex((line) => isStep(line, 'xstate.after.backoff'));
        const by = (lines[fired]?.at ?? 0) - (lines[fired - 1]?.at ?? 0) - 1;
        shift(lines, fired, -by);
      },
      { rule: 'C5', text: expect.stringMatching(/backoff fired \d+ ms before its time/) as string },
    ],
    'a timer that nobody set': [
      (lines) =>
        edit(lines, 'link.proven', () => ({
          event: { type: 'xstate.after.cooldown.server.breaker.open' },
        })),
      { rule: 'B3', text: expect.stringContaining('none was running') as string },
    ],
    'a timer that fires a minute late': [
      (lines) =>
        shift(
          lines,
          lines.findIndex((line) => isStep(line, 'xstate.after.backoff')),
          90_000,
        ),
      { rule: 'F3', text: expect.stringContaining('nobody was woken') as string },
    ],
    'a line that was taken out': [
      (lines) =>
        lines.splice(
          lines.findIndex((line) => isStep(line, 'link.lost')),
          1,
        ),
      { server: 's1' },
    ],
    'two lines that changed places': [
      (lines) => {
        const place = lines.findIndex((line) => isStep(line, 'link.lost'));
        const next = lines.findIndex((line, index) => index > place && line.kind === 'step');
        const [one, other] = [lines[place], lines[next]];
        if (!one || !other) return;
        lines[place] = { ...other, at: one.at };
        lines[next] = { ...one, at: other.at };
      },
      { server: 's1' },
    ],
    'an event after the end': [
      (lines) => {
        const last = lines.findLast((line) => line.kind === 'step');
        const opened = lines.find((line) => isStep(line, 'link.opened'));
        if (last && opened) lines.push({ ...opened, at: last.at });
      },
      { rule: 'S1', text: expect.stringContaining('had ended') as string },
    ],
    'an event that the machine cannot read': [
      (lines) => edit(lines, 'link.lost', () => ({ event: { type: 'link.lost' } })),
      { text: expect.stringContaining('no machine can take it') as string },
    ],
  };

  it.each(Object.keys(forgeries))('%s', (name) => {
    const [forge, expected] = forgeries[name] ?? [() => undefined, {}];
    const lines = linesOf(text);
    forge(lines);
    const { findings } = check(sealed(lines));
    expect(findings[0]).toMatchObject({ kind: 'impossible', server: 's1', ...expected });
    expect(lines[(findings[0]?.line ?? 0) - 1]).toMatchObject({ at: findings[0]?.atMs });
  });
});

describe('H7 a file that is not as it was written is told, whatever was changed', () => {
  let written: string[] = [];

  it('as it was written, nothing is found', async () => {
    const text = await incident();
    written = text.trimEnd().split('\n');
    expect(check(text)).toMatchObject({ findings: [], halfLines: 0, isOpen: false });
  });

  it.each([3, 8, 12])('line %i was taken out', (place) => {
    const report = check(written.filter((_, index) => index !== place).join('\n'));
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        kind: 'altered',
        line: place + 1,
        text: 'a line is missing before it',
      }),
    );
  });

  it('two lines changed places', () => {
    const lines = [...written];
    [lines[5], lines[6]] = [lines[6] ?? '', lines[5] ?? ''];
    const altered = check(lines.join('\n')).findings.filter(({ kind }) => kind === 'altered');
    expect(altered[0]).toMatchObject({ line: 6, text: 'a line is missing before it' });
    expect(altered[1]).toMatchObject({
      line: 7,
      text: 'it stands behind lines that were written after it',
    });
  });

  it('a text was changed that decides nothing', () => {
    const place = written.findIndex((line) => line.includes('"kind":"call"'));
    const lines = written.map((line) => line.replace('"name":"echo"', '"name":"other"'));
    expect(check(lines.join('\n')).findings).toEqual([
      expect.objectContaining({ kind: 'altered', line: place + 1 }),
    ]);
  });

  it('a line is no line of a recording', () => {
    const lines = written.with(6, 'nothing of ours');
    expect(check(lines.join('\n')).findings[0]).toMatchObject({ kind: 'altered', line: 7 });
  });

  it('a last line that was cut off is told, and is no fault', () => {
    const cut = written.join('\n').slice(0, -30);
    expect(check(cut)).toMatchObject({ findings: [], halfLines: 1, isOpen: true });
  });
});

/** One server that is lost, comes back after a delay, answers a call and is stopped. */
async function incident(): Promise<string> {
  const { supervisor, peers, pass, passUntil, end } = await recordedStage({
    s1: { command: 'server' },
  });
  await passUntil(supervisor.start());
  await pass(100);
  peers.last('s1').lose({});
  await pass(5_000);
  await passUntil(supervisor.callTool('s1', 'echo', {}));
  await pass(1_000);
  return end();
}

/** Numbered and sealed as if they had been written so. */
function sealed(lines: readonly RecordingLine[]): string {
  const seal = new Seal();
  return lines
    .map((line, index) => {
      const { seal: _, ...rest } = line as RecordingLine & { seal?: string };
      return `${seal.close({ ...rest, n: index + 1 })}\n`;
    })
    .join('');
}

function isStep(line: RecordingLine, type: string): line is StepLine {
  return line.kind === 'step' && line.event.type.startsWith(type);
}

function edit(lines: RecordingLine[], type: string, change: (line: StepLine) => object): void {
  const place = lines.findIndex((line) => isStep(line, type));
  const line = lines[place];
  if (!line || !isStep(line, type)) throw new Error(`nothing of ${type} was recorded`);
  lines[place] = { ...line, ...change(line) } as StepLine;
}

function shift(lines: RecordingLine[], from: number, byMs: number): void {
  for (const [index, line] of lines.entries())
    if (index >= from) lines[index] = { ...line, at: line.at + byMs };
}
