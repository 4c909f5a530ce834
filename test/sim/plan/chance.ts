import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One stream of chance, for one purpose. */
export interface Chance {
  /** From 0 up to 1. */
  number(): number;
  /** True in this share of the cases. */
  happens(share: number): boolean;
  /** A whole number, both ends included. */
  between(lowest: number, highest: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A time whose mean is about this, often much shorter and at times much longer. */
  gap(meanMs: number): number;
}

/** Same seed and purpose, same stream; different purposes don't disturb each other. */
export function chanceOf(seed: number, purpose: string): Chance {
  const generator = xoroshiro128plus(mix(seed, purpose));
  const number = () => uniformFloat64(generator);
  const between = (lowest: number, highest: number) =>
    lowest + Math.floor(number() * (highest - lowest + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item;
  return {
    number,
    between,
    pick,
    happens: (share) => number() < share,
    gap: (meanMs) => Math.max(1, Math.round(meanMs * pick(gaps) * (0.75 + number() / 2))),
  };
}

// The tenths of an exponential distribution: a logarithm may differ in its last bit between engines.
const gaps = [0.05, 0.16, 0.29, 0.43, 0.6, 0.8, 1.05, 1.39, 1.9, 3.3];

function mix(seed: number, purpose: string): number {
  let hash = seed | 0;
  for (const character of purpose)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) ^ (hash >>> 15);
  return hash | 0;
}
