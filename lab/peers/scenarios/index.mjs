import { overHttp, overStdio } from './call-overhead.mjs';
import { closePolite, closeStubborn } from './close.mjs';
import { cutAfterEffect } from './cut-after-effect.mjs';
import { exitLoop } from './exit-loop.mjs';
import { idleMemory } from './idle-memory.mjs';
import { killedSettled, killedYoung } from './kill-then-call.mjs';
import { killedInFlight, killedInFlightWithHelper } from './killed-in-flight.mjs';
import { stderrFlood, stdoutNoise } from './noise.mjs';
import { outage } from './outage.mjs';
import { processesPerConnect } from './processes.mjs';
import { readyTwenty } from './ready-twenty.mjs';
import { sessionDropped, sessionDroppedForMany } from './session-dropped.mjs';
import { toolsChanged } from './tools-changed.mjs';

/**
 * In the order of the table's rows. Those that are `alone` measure what another cell at the same
 * time would change; the others mostly wait.
 */
export const scenarios = [
  killedSettled,
  killedYoung,
  killedInFlight,
  killedInFlightWithHelper,
  closePolite,
  closeStubborn,
  stdoutNoise,
  stderrFlood,
  sessionDropped,
  sessionDroppedForMany,
  outage,
  cutAfterEffect,
  processesPerConnect,
  toolsChanged,
  exitLoop,
  overStdio,
  overHttp,
  readyTwenty,
  idleMemory,
];
