import type { ListedServer, ServerDetail } from '../../wire/frame.ts';
import { useFleet, useStore } from '../use-fleet.ts';
import { routeTo } from '../use-route.ts';
import { nameText } from '../words.ts';
import { Entries } from '../fleet/entries.tsx';
import { Tools } from '../tools/tools.tsx';
import { Actions } from './actions.tsx';
import { Budgets } from './budgets.tsx';
import { Calls } from './calls.tsx';
import { Chart } from './chart.tsx';
import { ExplanationList } from './explanation-list.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { Section } from './section.tsx';
import { ServerHeading } from './server-heading.tsx';

/** Everything about one server. */
export function ServerPanel({ server: name }: { readonly server: string }) {
  const server = useFleet((state) => state.servers.get(name));
  const isKnown = useFleet((state) => state.isKnown);
  const detail = useFleet((state) => state.detail);
  if (server === undefined)
    return (
      <main id="content" class="panel" tabIndex={-1}>
        <BackLink />
        <p class="nothing">
          {isKnown ? `There is no server ${nameText(name)}.` : 'Asking the fleet…'}
        </p>
      </main>
    );
  return (
    <main id="content" class="panel" tabIndex={-1}>
      <BackLink />
      <ServerHeading server={server} />
      <Actions server={server} />
      <ExplanationList explanation={detail?.explanation} />
      <section class="chart-section" aria-label="Statechart">
        <Chart region="connection" server={server} detail={detail} />
        <Chart region="breaker" server={server} detail={detail} />
        <Budgets server={server} detail={detail} />
      </section>
      <Sections server={server} detail={detail} />
    </main>
  );
}

function Sections({ server, detail }: SectionsProps) {
  const timeline = useFleet((state) => state.timeline);
  const { source } = useStore();
  // H7: a recording holds neither tools nor stderr, and "nothing" would pass for what the server had.
  const isRecorded = source.player !== undefined;
  return (
    <div class="sections">
      {!isRecorded && (
        <Section title="Tools" class="tools-section">
          <Tools server={server.server} version={detail?.toolsVersion} />
        </Section>
      )}
      <Section title="Calls in flight">
        <Calls calls={detail?.calls ?? []} />
      </Section>
      <Section title="Latency, last five minutes">
        <LatencyChart parts={detail?.latency ?? []} server={server} />
      </Section>
      <Section title="Timeline">
        <Entries
          entries={timeline}
          label={`Timeline of ${nameText(server.server)}, newest first`}
        />
      </Section>
      {!isRecorded && (
        <Section title="Last lines of stderr">
          <Stderr text={detail?.stderrTail} />
        </Section>
      )}
    </div>
  );
}

interface SectionsProps {
  readonly server: ListedServer;
  readonly detail: ServerDetail | undefined;
}

function BackLink() {
  return (
    <a class="back" href={routeTo(undefined)}>
      ← All servers
    </a>
  );
}

function Stderr({ text }: { readonly text: string | undefined }) {
  if (!text) return <p class="nothing">Nothing was written.</p>;
  return (
    <pre class="stderr" role="group" tabIndex={0} aria-label="Last lines of stderr">
      {text}
    </pre>
  );
}
