import { unfit, unsettled, type Fitness } from '../checks/fit.ts';
import type { CallEnvironment } from '../environment.ts';
import { subjectUnknown } from '../errors/refusals.ts';
import type { AskedCall } from './call-kind.ts';

/** K2: it is not in the list. Without a session the last one says nothing about the next. */
export function unknownSubject(
  call: AskedCall,
  environment: CallEnvironment,
  known: readonly string[],
): Fitness {
  if (environment.session() === undefined || !isListFresh(call, environment)) return unsettled;
  return unfit(subjectUnknown(call, known));
}

export function isListFresh({ kind }: AskedCall, environment: CallEnvironment): boolean {
  return kind.list === undefined || environment.listIsFresh(kind.list);
}
