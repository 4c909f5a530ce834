import { readJson } from '../../config/read-json.ts';
import { isObject } from '../../is-object.ts';
import type { EventCase } from '../../testing/paths/event-cases.ts';
import { CliError } from '../cli-error.ts';
import { readText } from './read-text.ts';

/**
 * Reads what `--events FILE` holds: a list of events, or such a list per state, by its path; `*` stands
 * for every state.
 * @throws CliError `EVENTS_INVALID`; HoldfastError for what is no JSON
 */
export async function readEvents(file: string): Promise<EventCase[]> {
  const content: unknown = readJson(await readText(file), file).value;
  if (Array.isArray(content)) return content.map((event) => ({ event: asEvent(event, file) }));
  if (!isObject(content)) throw invalid(file, 'it is neither a list nor lists per state');
  return Object.entries(content).flatMap(([state, events]) => {
    if (!Array.isArray(events)) throw invalid(file, `what ${state} has is no list`);
    const within = state === '*' ? {} : { within: state };
    return events.map((event) => ({ event: asEvent(event, file), ...within }));
  });
}

function asEvent(event: unknown, file: string): EventCase['event'] {
  if (isObject(event) && typeof event['type'] === 'string') return event as EventCase['event'];
  throw invalid(file, `${JSON.stringify(event)} is no event, which is an object with a type`);
}

function invalid(file: string, reason: string): CliError {
  return new CliError('usage', 'EVENTS_INVALID', `${file}: ${reason}`, {
    advice:
      'Write [{ "type": "order", "amount": 5 }], or { "some.state": [{ "type": "order" }], "*": [] }.',
  });
}
