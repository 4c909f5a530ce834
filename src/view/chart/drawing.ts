/** Where everything of a chart stands. Lengths are pixels, from the top left corner. JSON only. */
export interface ChartDrawing {
  readonly width: number;
  readonly height: number;
  /** Outer ones first, so that drawn in order none hides another. */
  readonly states: readonly DrawnState[];
  readonly edges: readonly DrawnEdge[];
}

/** One region of the server's chart for the live view, for a wide place and for a narrow one. */
export interface LiveDrawing {
  readonly region: string;
  readonly wide: ChartDrawing;
  readonly tall: ChartDrawing;
}

export interface DrawnState extends Box {
  /** As in `activeStates`; empty for the machine itself. */
  readonly path: string;
  readonly name: string;
  readonly kind: 'region' | 'group' | 'state' | 'start' | 'anywhere';
}

export interface DrawnEdge {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
  readonly label?: Box & { readonly lines: readonly string[] };
  /** All that leads along the edge, with its guards, one line per way. */
  readonly ways: readonly string[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Point = readonly [x: number, y: number];
