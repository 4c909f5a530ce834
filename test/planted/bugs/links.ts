import { bug, patchesOf, type Bug } from './bug.ts';

const inLink = patchesOf('src/link/link.ts');
const inKeepalive = patchesOf('src/link/keepalive.ts');
const inAttempt = patchesOf('machines/connection/attempt.ts');
const inLists = patchesOf('src/server/server-lists.ts');
const inRefresh = patchesOf('src/catalogue/refresh.ts');

/** Links, their sessions, and what is listed in them. */
export const linkBugs: readonly Bug[] = [
  bug(
    ['two-links-at-once', 'C2', 'vectors: machine'],
    'a new attempt begins beside the old link',
    inAttempt("entry: ['stopLink', 'startLink'", "entry: ['startLink'"),
  ),
  bug(
    ['two-processes-at-once', 'C13', 'vectors: world'],
    'a new process is started before the old one is gone',
    inLink('if (this.#edges.ends.isBusy(this.#input.server))', 'if (this.#channel !== undefined)'),
  ),
  bug(
    ['late-report-accepted', 'C2', 'simulation'],
    'a link that was stopped goes on to report, past the one that took its place',
    patchesOf('src/server/supervised-server.ts')(
      'this.observations.granted(clock.now());\n        report(fact);',
      'this.observations.granted(clock.now());\n        this.#succession.send(fact);',
    ),
    inLink("#silence(): void {\n    this.#phase = 'stopped';", '#silence(): void {'),
  ),
  bug(
    ['crash-in-link-unseen', 'C15', 'vectors: machine'],
    'a link that throws in an attempt is waited for until the deadline',
    inAttempt("'xstate.error.actor.link': failed,", ''),
  ),
  bug(
    ['crash-in-link-ends-actor', 'C15', 'exploration'],
    'a link that throws where no state expects it ends the whole actor',
    patchesOf('machines/server.machine.ts')("'xstate.error.actor.link': {},", ''),
  ),
  bug(
    ['generation-stands-still', 'B7', 'vectors: machine'],
    'all sessions have the same generation',
    patchesOf('machines/connection/recovery.ts')(
      'generation: context.generation + 1',
      'generation: Math.max(context.generation, 1)',
    ),
  ),
  bug(
    ['keepalive-never-fires', 'L8', 'simulation'],
    'a silent server is never asked whether it is still there',
    inKeepalive('if (silent) void this.check();', 'void silent;'),
  ),
  {
    ...bug(
      ['list-excuses-silence', 'L8', 'rule tests'],
      'a list that is read again and has no answer passes for a running call',
      patchesOf('src/link/wire.ts')('!upkeep.has(method)', "!upkeep.has('')"),
    ),
    tests: ['test/link/link-keepalive.test.ts'],
  },
  bug(
    ['proof-unsaid', 'K10', 'vectors: world'],
    'an answered call proves nothing to the machine',
    inLink("this.#edges.report({ type: 'link.proven' });", ''),
  ),
  bug(
    ['tools-not-republished', 'R9', 'vectors: world'],
    'the tools of a server that was parked do not come back with it',
    inLists(
      'listed(lists: Lists): number {\n    this.#unpublished = true;',
      'listed(lists: Lists): number {\n    this.#unpublished = this.catalogue.tools.entries.size === 0;',
    ),
  ),
  bug(
    ['tools-not-withdrawn', 'T3', 'vectors: world'],
    'a parked server goes on to offer its tools',
    inLists('this.#tell(this.catalogue.withdrawAll());', 'this.#tell([]);'),
  ),
  {
    ...bug(
      ['list-change-missed', 'T4', 'simulation'],
      'a change that comes while the list is read is forgotten',
      inRefresh('if (this.#firstChangeAt !== undefined) this.#debounce(this.#firstChangeAt);', ''),
    ),
    tests: ['test/catalogue/refresh.test.ts'],
  },
  {
    ...bug(
      ['list-not-read-again', 'T4', 'simulation'],
      'a list that could not be read is not asked for again',
      inRefresh('this.#schedule(delayMs);', ''),
    ),
    tests: ['test/catalogue/refresh.test.ts'],
  },
  {
    ...bug(
      ['subscriptions-not-renewed', 'T6', 'rule tests'],
      'a new session is told of no subscription',
      patchesOf('src/server/subscriptions.ts')(
        'await Promise.all([...this.#topics.keys()].map((uri) => this.#renewOne(session, uri)));',
        'await Promise.resolve();',
      ),
    ),
    tests: ['test/supervisor/subscriptions.test.ts'],
  },
];
