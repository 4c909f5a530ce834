import type { LatencyPart } from '../../../call/reports/latency-history.ts';
import { countText } from '../../../health/count-text.ts';
import type { ListedServer } from '../../wire/frame.ts';
import { useNow } from '../use-fleet.ts';
import { tookText } from '../words.ts';

interface LatencyProps {
  readonly parts: readonly LatencyPart[];
  readonly server: ListedServer;
}

const SPAN_MS = 300_000;
const PART_MS = 5_000;
const [WIDTH, HEIGHT] = [300, 72];

/** How long calls took: for each five seconds the mean as a bar, the slowest one as a line on top. */
export function LatencyChart({ parts, server: { p50Ms, p95Ms } }: LatencyProps) {
  const now = useNow(PART_MS, parts.length > 0);
  if (parts.length === 0) return <p class="nothing">No call was answered.</p>;
  const slowestMs = Math.max(...parts.map((part) => part.slowestMs), 1);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const heightOf = (tookMs: number) => Math.max(1, (tookMs / slowestMs) * (HEIGHT - 2));
  const label = `${countText(calls, 'call')} answered; the slowest took ${tookText(slowestMs)}`;
  return (
    <figure class="latency">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        preserveAspectRatio="none"
      >
        {parts.map(({ at, meanMs, slowestMs: slowest }) => {
          const x = WIDTH - ((now - at) / SPAN_MS) * WIDTH;
          const width = (PART_MS / SPAN_MS) * WIDTH - 1;
          return (
            <g key={at}>
              <rect
                class="slowest"
                x={x}
                width={width}
                y={HEIGHT - heightOf(slowest)}
                height={1.5}
              />
              <rect
                class="mean"
                x={x}
                width={width}
                y={HEIGHT - heightOf(meanMs)}
                height={heightOf(meanMs)}
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        {label}
        {p50Ms !== undefined && `; p50 ${tookText(p50Ms)}`}
        {p95Ms !== undefined && `, p95 ${tookText(p95Ms)} of the last 128`}
      </figcaption>
    </figure>
  );
}
