/** Where the regions stand, by how much room their place has: beside or above each other. */
export const chartLayout = `
:host { display: block; container-type: inline-size; }
.of-region { overflow-x: auto; }
.of-region + .of-region { margin-block-start: 12px; }
.of-region:only-child > .chart { margin-inline: auto; }
.chart { display: block; width: 100%; height: auto; background: none; }
.wide { display: none; }
.tall { margin-inline: auto; }
@container (min-width: 700px) {
  .connection .wide { display: block; }
  .connection .tall { display: none; }
}
@container (min-width: 420px) {
  .breaker .wide { display: block; }
  .breaker .tall { display: none; }
}
.timer { transform-box: fill-box; transform-origin: left; }
.timer.running { fill: var(--lit-ink); opacity: 0.85; }
@media (prefers-reduced-motion: no-preference) {
  .box, .line, .head { transition: fill 160ms, stroke 160ms; }
}
`;
