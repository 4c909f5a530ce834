import { useId } from 'preact/hooks';
import type { Budget } from '../../../server/server-activity.ts';
import type { ListedServer, ServerDetail } from '../../wire/frame.ts';
import { useNow } from '../use-fleet.ts';
import { countdownText } from '../words.ts';
import { waitOf, type Wait } from './waits.ts';

interface BudgetsProps {
  readonly server: ListedServer;
  readonly detail: ServerDetail | undefined;
}

const untold: Budget = { used: 0, allowed: 0 };

/** What runs, and what has been used of what is allowed. */
export function Budgets({ server, detail }: BudgetsProps) {
  const { attempt, attempts, breaker, inFlight, queued } = server;
  const waits = [waitOf('connection', server), waitOf('breaker', server)].filter(
    (wait) => wait !== undefined,
  );
  return (
    <div class="budgets">
      {waits.map((wait) => (
        <Countdown key={wait.region} wait={wait} />
      ))}
      {attempt !== 'none' && (
        <Measure name="Attempt" value={attempt === 'queued' ? 'waits for its turn' : 'running'} />
      )}
      <Meter name="Retries used" budget={detail?.retries ?? untold} />
      <Meter name="Flaps used" budget={detail?.flaps ?? untold} />
      <Measure
        name="Breaker"
        value={breaker === 'halfOpen' ? 'half-open' : breaker}
        look={breaker}
      />
      <Measure name="Calls in flight" value={`${inFlight}, and ${queued} waiting`} />
      <Measure name="Attempts since the last session" value={String(attempts)} />
    </div>
  );
}

function Countdown({ wait: { word, endsAt } }: { readonly wait: Wait }) {
  const now = useNow(250, true);
  return (
    <p class="measure countdown" role="timer" aria-live="off">
      <span class="what">{word}</span> <span class="value">{countdownText(endsAt - now)}</span>
    </p>
  );
}

interface MeasureProps {
  readonly name: string;
  readonly value: string;
  readonly look?: string;
}

function Measure({ name, value, look = '' }: MeasureProps) {
  return (
    <p class="measure">
      <span class="what">{name}</span> <span class={`value breaker-${look}`}>{value}</span>
    </p>
  );
}

function Meter({
  name,
  budget: { used, allowed },
}: {
  readonly name: string;
  readonly budget: Budget;
}) {
  const id = useId();
  const most = Math.max(1, allowed);
  return (
    <div class="measure">
      <span class="what" id={id}>
        {name}
      </span>
      <span class="value">
        {used} of {allowed}
      </span>
      <meter
        aria-labelledby={id}
        min={0}
        max={most}
        low={most / 3}
        high={(most * 2) / 3}
        optimum={0}
        value={Math.min(used, most)}
      />
    </div>
  );
}
