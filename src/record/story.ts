import type { ServerEmission } from '../../machines/events.ts';
import { countText } from '../health/count-text.ts';
import { describeEvent } from '../health/describe-event.ts';
import { formatDelay } from '../health/format-delay.ts';
import { plainLine } from '../link/plain-text.ts';
import type { CallLine, RecordingLine, StepLine, ToldLine } from './lines/line.ts';

/** What one line of a recording means, in words; undefined where another line tells it better. */
export function storyOf(line: RecordingLine): string | undefined {
  switch (line.kind) {
    case 'recording': {
      const names = Object.keys(line.servers);
      const what = line.part === 1 ? 'a run begins' : `part ${line.part} of a run begins`;
      return `${what}: holdfast ${plainLine(line.version)}, ${countText(names.length, 'server')}`;
    }
    case 'started':
      return line.parked ? `its actor was replaced: ${plainLine(line.parked.code)}` : 'started';
    case 'step':
      return storyOfStep(line);
    case 'told':
      return storyOfReport(line);
    case 'call':
      return storyOfCall(line);
    case 'gap':
      return `${missingText(line.dropped + line.lost)} missing: the disk was too slow, or refused to take more`;
    case 'end':
      return 'the recording was ended';
    case 'resumed':
      return undefined;
  }
}

function missingText(lines: number): string {
  return `${countText(lines, 'line')} ${lines === 1 ? 'is' : 'are'}`;
}

/** What was asked of the machine; whatever comes of it is told. */
function storyOfStep({ event, crashed }: StepLine): string | undefined {
  if (crashed) return 'its machine failed';
  switch (event.type) {
    case 'retry':
      return `asked to retry (${text(event['reason'], 'user')})`;
    case 'shutdown':
      return event['force'] === true ? 'asked to stop at once' : 'asked to stop';
    case 'configure':
      return 'given another policy';
    default:
      return undefined;
  }
}

function storyOfReport({ event }: ToldLine): string | undefined {
  const { type, added, removed, changed, error } = event;
  if (type.endsWith('.changed'))
    return `${type.replace('.changed', '')}: ${count(added)} added, ${count(removed)} removed, ${count(changed)} changed`;
  if (type === 'server.notice') return 'a notice';
  if (type === 'server.replaced') return undefined;
  // `server.parked` follows, with the reason.
  if (type === 'server.state' && event['state'] === 'parked') return undefined;
  const { code = '', kind } = (error ?? {}) as { readonly code?: string; readonly kind?: string };
  // Its text was not recorded (L9), and the code says the most of it.
  const told = {
    message: '',
    ...event,
    ...(error !== undefined && { error: { code, kind, message: code } }),
  };
  return plainLine(describeEvent(told as unknown as ServerEmission));
}

function storyOfCall({ noun, name, outcome, tookMs, attempts }: CallLine): string {
  const tries = attempts !== undefined && attempts > 1 ? `, in ${attempts} attempts` : '';
  const what = name === undefined ? noun : `${noun} ${plainLine(name)}`;
  return `call of ${what}: ${plainLine(outcome)} after ${formatDelay(tookMs)}${tries}`;
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? plainLine(value) : otherwise;
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
