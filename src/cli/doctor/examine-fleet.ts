import type { LoadedConfig } from '../../config/load-config.ts';
import { openClinic } from './clinic.ts';
import { examineServer, type Patient } from './examine-server.ts';
import { worst, type DoctorReport, type Examination } from './finding.ts';

/** Servers that are looked at, and may run, at once. */
const AT_ONCE = 4;

export interface ExamineOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
  readonly onProgress: (done: number, all: number, under: readonly string[]) => void;
}

/** Looks at every server of a configuration, some at a time, and leaves nothing running. */
export async function examineFleet(
  config: LoadedConfig,
  options: ExamineOptions,
): Promise<DoctorReport> {
  const { signal, timeoutMs } = options;
  const clinic = await openClinic(config.policy, timeoutMs);
  // What is under way ends with the clinic, so that an interrupt need not wait for it.
  const close = () => void clinic.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const servers = await inTurns(patientsOf(config), options, (patient) =>
      examineServer(patient, clinic),
    );
    signal.throwIfAborted();
    const verdicts = servers.map(({ verdict }) => verdict);
    return {
      config: config.file,
      // `up` refuses a file without servers.
      verdict: servers.length === 0 ? 'wrong' : worst(verdicts),
      servers,
    };
  } finally {
    signal.removeEventListener('abort', close);
    await clinic.close();
  }
}

function patientsOf({ servers, problems }: LoadedConfig): Patient[] {
  const names = new Set([...Object.keys(servers), ...problems.map(({ server }) => server)]);
  return [...names].map((name) => ({
    name,
    entry: Object.hasOwn(servers, name) ? servers[name] : undefined,
    problems: problems.filter(({ server }) => server === name),
  }));
}

/** Results in the order of the patients, however long each takes. */
async function inTurns(
  patients: readonly Patient[],
  { signal, onProgress }: ExamineOptions,
  examine: (patient: Patient) => Promise<Examination>,
): Promise<Examination[]> {
  const results = new Map<Patient, Examination>();
  const under = new Set<string>();
  const waiting = [...patients];
  const tell = () => onProgress(results.size, patients.length, [...under]);
  const work = async () => {
    for (;;) {
      const patient = signal.aborted ? undefined : waiting.shift();
      if (patient === undefined) return;
      under.add(patient.name);
      tell();
      results.set(patient, await examine(patient));
      under.delete(patient.name);
      tell();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return patients.flatMap((patient) => results.get(patient) ?? []);
}
