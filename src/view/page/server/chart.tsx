import { useEffect, useRef } from 'preact/hooks';
import { drawServerChart, type ServerChart } from '../../element/server-chart.ts';
import type { ListedServer, ServerDetail } from '../../wire/frame.ts';
import { useNow } from '../use-fleet.ts';
import { timerOf, waitOf } from './waits.ts';

interface ChartProps {
  readonly region: 'connection' | 'breaker';
  readonly server: ListedServer;
  readonly detail: ServerDetail | undefined;
}

/** A region of the machine itself, with the states lit that are active and the wait that runs. */
export function Chart({ region, server, detail }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ServerChart | null>(null);
  const wait = waitOf(region, server);
  const now = useNow(250, wait !== undefined);
  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = drawServerChart(place.current, { region });
    chart.current = drawn;
    return () => drawn.remove();
  }, [region]);
  useEffect(() => {
    const shown = detail && isInStep(server, detail) ? detail : server;
    chart.current?.show(shown, wait && detail && timerOf(wait, detail, now));
  });
  return <div class={`chart-of-${region}`} ref={place} />;
}

/** The list and the detail come at their own times; what is older than the list is not shown. */
function isInStep({ server, state, breaker }: ListedServer, detail: ServerDetail): boolean {
  const { activeStates } = detail;
  if (detail.server !== server) return false;
  if (activeStates.length === 0 || activeStates.includes('connection.closed')) return true;
  return (
    activeStates.includes(`connection.${state}`) && activeStates.includes(`breaker.${breaker}`)
  );
}
