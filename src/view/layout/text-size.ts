/** A way of writing, with the room that its letters take. Pixels. */
export interface TextStyle {
  readonly letterWidth: number;
  readonly lineHeight: number;
}

/** Both are set in a fixed-width face, so that one width holds for whatever font a machine has. */
export const nameText: TextStyle = { letterWidth: 7.9, lineHeight: 16 };
export const edgeText: TextStyle = { letterWidth: 6.7, lineHeight: 14 };

export function sizeOf(lines: readonly string[], { letterWidth, lineHeight }: TextStyle) {
  const longest = Math.max(...lines.map(({ length }) => length));
  return { width: Math.ceil(longest * letterWidth), height: lines.length * lineHeight };
}
