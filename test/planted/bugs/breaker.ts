import { bug, patchesOf, type Bug } from './bug.ts';

const inRegion = patchesOf('machines/breaker/breaker.region.ts');
const inVerdicts = patchesOf('machines/breaker/verdicts.ts');
const inGuards = patchesOf('machines/guards.ts');
const inReports = patchesOf('src/call/reports/reports.ts');
const inHealth = patchesOf('src/call/reports/verdict.ts');
const inMeter = patchesOf('src/call/reports/meter.ts');

/** What calls tell the breaker, and what it makes of that. */
export const breakerBugs: readonly Bug[] = [
  bug(
    ['session-leaves-breaker-open', 'B5', 'vectors: machine'],
    'a new session does not close the breaker',
    inRegion("on: { 'link.opened': closeOnOpened },", 'on: {},'),
  ),
  bug(
    ['late-failures-extend-cooldown', 'B3', 'vectors: machine'],
    'calls that fail late keep the breaker open',
    inRegion(
      "on: { 'link.opened': closeOnOpened },",
      "on: { 'link.opened': closeOnOpened, 'call.failed': { target: 'open', reenter: true } },",
    ),
  ),
  bug(
    ['cooldown-never-doubles', 'B3', 'vectors: machine'],
    'a server that stays sick is probed as often as a healthy one',
    inVerdicts('breaker.cooldownMs * 2', 'breaker.cooldownMs * 1'),
  ),
  bug(
    ['cooldown-without-bound', 'B3', 'vectors: machine'],
    'each failed probe doubles the cooldown, without end',
    inVerdicts(
      'Math.min(breaker.cooldownMs * 2, policy.cooldownMaxMs)',
      'Math.max(breaker.cooldownMs * 2, policy.cooldownMs)',
    ),
  ),
  bug(
    ['probe-never-expires', 'B4', 'vectors: machine'],
    'a probe that hangs keeps the only slot',
    inRegion('after: { probeTimeout: probeFailed },', ''),
  ),
  bug(
    ['cancelled-probe-keeps-slot', 'B4', 'vectors: machine'],
    'a cancelled probe keeps the only slot',
    inRegion("'call.probeCancelled': { target: 'free' },", ''),
  ),
  bug(
    ['silent-probe-keeps-slot', 'B2', 'vectors: world'],
    'a probe whose outcome says nothing keeps the slot until it expires',
    inReports("else if (probe) this.#environment.send({ type: 'call.probeCancelled' });", ''),
  ),
  bug(
    ['half-open-lets-two-through', 'B4', 'vectors: world'],
    'while one call probes, another one passes as if the breaker were closed',
    patchesOf('src/call/admission/admission.ts')(
      "if (state.probe !== 'taken' || ownsSlot) return admitToPlace(waiter, situation, 'probe');",
      "return admitToPlace(waiter, situation, state.probe === 'taken' ? 'go' : 'probe');",
    ),
  ),
  bug(
    ['stale-generation-accepted', 'B7', 'vectors: machine'],
    'calls of an earlier session count in this one',
    inGuards('event.generation === context.generation', 'event.generation <= context.generation'),
  ),
  bug(
    ['tool-errors-counted', 'B2', 'vectors: world'],
    "a tool's own errors open the breaker",
    inHealth(
      "case 'answered':\n    case 'declined':\n      return 'success';",
      "case 'declined':\n      return 'protocol';\n    case 'answered':\n      return 'success';",
    ),
  ),
  bug(
    ['one-loss-counted-often', 'B2', 'vectors: world'],
    'each call that a loss ends is one more failure',
    inReports("if (kind === 'transport' && !probe && call.order <= this.#orderAtCut) return;", ''),
  ),
  bug(
    ['old-failures-kept', 'B5', 'vectors: world'],
    'the window of failures goes on over sessions',
    inMeter(
      'startGeneration(): void {\n    this.#calls.fill(0);\n    this.#failures.fill(0);',
      'startGeneration(): void {\n    if (this.#windowMs > 0) return;\n    this.#calls.fill(0);',
    ),
  ),
];
