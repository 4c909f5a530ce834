import type { BundledLayer, Finding } from '../layers/layer.ts';
import { layers } from '../layers/layers.ts';

/** What the parent hears of one layer's run; as long as it hears nothing, it waits only so long. */
export type Message =
  | { readonly kind: 'alive'; readonly what: string }
  | { readonly kind: 'done'; readonly finding: Finding | undefined };

/** One layer's run, as its arguments name it: layer, rule, seeds. */
const [layer = '', rule = '', seeds = ''] = process.argv.slice(2);

const tell = (message: Message) => process.send?.(message);
const finding = await layers[layer as BundledLayer]({
  rule,
  seeds: Number(seeds),
  alive: (what) => tell({ kind: 'alive', what }),
});
tell({ kind: 'done', finding });
process.disconnect?.();
