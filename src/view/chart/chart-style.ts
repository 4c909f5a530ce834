/**
 * How a chart looks, in a file of its own and in a page alike. A page may set the colours; what is
 * lit bears the class `lit`. The style sheet must hold no character that markup has to escape.
 */
export const chartStyle = `
.chart {
  --ink: var(--chart-ink, #1d2733);
  --faint: var(--chart-faint, #5c6b7a);
  --rule: var(--chart-rule, #b9c3ce);
  --paper: var(--chart-paper, #ffffff);
  --shade: var(--chart-shade, #f4f6f8);
  --light: var(--chart-light, #0b6bcb);
  --lit-ink: var(--chart-lit-ink, #ffffff);
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  background: var(--paper);
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  .chart {
    --ink: var(--chart-ink, #e3e9ef);
    --faint: var(--chart-faint, #9aa8b6);
    --rule: var(--chart-rule, #45525f);
    --paper: var(--chart-paper, #12171d);
    --shade: var(--chart-shade, #1a2129);
    --light: var(--chart-light, #6cb6ff);
    --lit-ink: var(--chart-lit-ink, #0b1118);
  }
}
.box { fill: var(--paper); stroke: var(--rule); stroke-width: 1; }
.region .box { fill: none; }
.group .box { fill: var(--shade); }
.anywhere .box { stroke-dasharray: 3 3; fill: none; }
.name { fill: var(--ink); font-size: 13px; }
.region .name, .anywhere .name { fill: var(--faint); }
.anywhere .name { font-size: 11px; }
.way { fill: var(--faint); font-size: 11px; }
.line { fill: none; stroke: var(--faint); stroke-width: 1.1; opacity: 0.75; }
.head { fill: var(--faint); }
.start { fill: var(--faint); }
.timer { fill: none; }
.group.lit .box { stroke: var(--light); stroke-width: 1.6; }
.group.lit .name { fill: var(--light); font-weight: 600; }
.leaf.lit .box { fill: var(--light); stroke: var(--light); }
.leaf.lit .name { fill: var(--lit-ink); font-weight: 600; }
.edge.lit .line { stroke: var(--light); stroke-width: 1.6; opacity: 1; }
.edge.lit .head { fill: var(--light); }
`;
