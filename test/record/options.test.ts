import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRecordedSupervisor, type RecordOptions } from '../../src/record/recorder.ts';
import { temporaryFolder } from './recorded.ts';

it.each<[object, string]>([
  [{ file: undefined }, 'record.file: must be text, not left out'],
  [{ file: '' }, 'record.file: must not be empty'],
  [{ path: 'x' }, 'record.path: unknown key; '],
  [{ maxBytes: 0.5 }, 'record.maxBytes: must be a whole number from 1, not a number'],
  [{ keep: -1 }, 'record.keep: must be a whole number from 0, not a number'],
  [{ maxWaitingBytes: NaN }, 'record.maxWaitingBytes: must be'],
  [{ withCalls: 'no' }, 'record.withCalls: must be true or false, not text'],
  [{ onFault: 'log' }, 'record.onFault: must be a function, not text'],
])('E3 a recording with %j is refused where it is asked for', async (given, message) => {
  const file = join(await temporaryFolder(), 'fleet.jsonl');
  const record = { file, ...given } as RecordOptions;
  await expect(createRecordedSupervisor({}, record)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(message),
  });
});
