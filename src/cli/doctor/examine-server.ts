import type { ConfigProblem } from '../../config/load-config.ts';
import { isStdio, type ServerEntry } from '../../config/server-entry.ts';
import { countText } from '../../health/count-text.ts';
import { checkAddress } from './check-address.ts';
import { checkProcess } from './check-process.ts';
import { checkTools } from './check-tools.ts';
import type { Clinic, Visit } from './clinic.ts';
import { fine, note, worst, wrong, type Examination, type Finding } from './finding.ts';
import { nextStep } from './next-step.ts';

/** A server of the configuration; without an entry if the file has none that can be used. */
export interface Patient {
  readonly name: string;
  readonly entry: ServerEntry | undefined;
  readonly problems: readonly ConfigProblem[];
}

/** Looks at one server from its entry to its tools, and no further than the first thing that fails. */
export async function examineServer(patient: Patient, clinic: Clinic): Promise<Examination> {
  const { name, entry, problems } = patient;
  const findings = problems.map(configFinding);
  if (entry?.enabled === false) return { server: name, verdict: 'disabled', findings };
  if (entry !== undefined) findings.push(...(await examineEntry(name, entry, clinic)));
  return { server: name, verdict: worst(findings.map(({ verdict }) => verdict)), findings };
}

async function examineEntry(name: string, entry: ServerEntry, clinic: Clinic): Promise<Finding[]> {
  const way = isStdio(entry) ? await checkProcess(entry) : await checkAddress(entry);
  if (way.some(({ verdict }) => verdict === 'wrong')) return way;
  const visit = await clinic.visit(name, entry);
  return [...way, ...visitFindings(visit, entry)];
}

function configFinding({ severity, position, path, message }: ConfigProblem): Finding {
  const text = `${position} ${path === '' ? '' : `${path} `}${message}`;
  if (severity === 'error')
    return wrong('configuration', text, /not set$/.test(message) ? setIt : mendIt);
  return note('configuration', text, 'Take it out, or correct it, if it was meant for holdfast.');
}

const setIt = 'Set the variable where holdfast runs, or give a default: ${NAME:-default}.';
const mendIt = 'Correct it in the file.';

function visitFindings(visit: Visit, entry: ServerEntry): Finding[] {
  const { status, tookMs, notices, noise, left } = visit;
  const over = status.transport === 'stdio' ? '' : ` over ${status.transport}`;
  return [
    ...(status.state === 'ready'
      ? [
          fine('handshake', `session established${over}`, tookMs),
          ...checkTools(visit, notices.filter(isAboutTools), entry),
        ]
      : [failure(visit)]),
    ...(noise > 0 ? [noiseFinding(noise)] : []),
    ...(left > 0
      ? [wrong('end', `${left} of its processes could not be ended`, 'End them by hand.')]
      : []),
  ];
}

function failure({ status: { lastError, stderrTail }, tookMs }: Visit): Finding {
  const { code, message } = lastError ?? { code: 'UNKNOWN', message: 'no reason is known' };
  return {
    ...wrong('handshake', `${code}: ${message}`, nextStep(code)),
    tookMs,
    ...(stderrTail ? { lastWords: stderrTail } : {}),
  };
}

function noiseFinding(lines: number): Finding {
  return note(
    'output',
    `${countText(lines, 'line')} on stdout that are no messages`,
    'Have the server log to stderr; such lines can break a message in two.',
  );
}

/** Notices about noise and the like are counted elsewhere. */
function isAboutTools(notice: string): boolean {
  return /^(\d+ more tools were|tool .* was) dropped/.test(notice);
}
