/** One way to break the code, which some layer of the tests has to notice. */
export interface Bug {
  /** In kebab case; what the command takes. */
  readonly name: string;
  /** The rule of the contract that it breaks. */
  readonly rule: string;
  /** What is wrong, in words. */
  readonly story: string;
  readonly patches: readonly Patch[];
  /** The cheapest layer that notices it; each change is checked by this one alone. */
  readonly caughtBy: LayerName;
  /** Test files of the rules it breaks, for what none of the other layers is about. */
  readonly tests?: readonly string[];
}

/** A place in the source and what stands there instead. The place has to be there exactly once. */
export interface Patch {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** In the order of what they cost, least first. */
export const layerNames = [
  'vectors: machine',
  'vectors: world',
  'exploration',
  'agreement',
  'simulation',
  'rule tests',
] as const;

export type LayerName = (typeof layerNames)[number];

/** A bug of one patch, as nearly all are. */
export function bug(
  [name, rule, caughtBy]: readonly [name: string, rule: string, caughtBy: LayerName],
  story: string,
  ...patches: readonly Patch[]
): Bug {
  return { name, rule, caughtBy, story, patches };
}

/** For the patches of one file. */
export function patchesOf(file: string): (find: string, replace: string) => Patch {
  return (find, replace) => ({ file, find, replace });
}

/**
 * The text with the patch in it.
 * @throws if the place is not there exactly once: then the code has changed, and the bug must too.
 */
export function patched(text: string, { file, find, replace }: Patch): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file} holds this ${places} times, and not once: ${find}`);
  return text.replace(find, () => replace);
}
