import type { AnyMachineSnapshot } from 'xstate';
import type { EdgeEffects } from './edge-effects.ts';
import type { PathEdge } from './edges.ts';
import type { EventCase, NamedCase } from './event-cases.ts';
import type { PathCover } from './goals.ts';
import type { Seen } from './moment.ts';
import type { PathProgress } from './space.ts';

/** What `generatePaths` is told of a machine. Everything may be left out. */
export interface PathOptions {
  /** What the machine is started with. */
  readonly input?: unknown;
  /** Events with their payloads. Every other event that the chart names is tried without one. */
  readonly events?: readonly EventCase[];
  /** Paths of the context that no guard or delay reads, such as a history that only grows. */
  readonly ignore?: readonly string[];
  /**
   * Snapshots with the same key are one state. Default: active states, status, all of the context
   * that is not ignored, and which children there are.
   */
  readonly keyOf?: (snapshot: AnyMachineSnapshot) => string;
  /** What the paths take between them. Default `edges`. */
  readonly cover?: PathCover;
  /** The most steps that are tried. Default 100,000. */
  readonly limit?: number;
  /** Told now and then while the machine is explored. */
  readonly onProgress?: (progress: PathProgress) => void;
}

/** Paths of a machine, with all that can be seen along them. */
export interface PathPlan {
  /** Id of the machine. */
  readonly machine: string;
  readonly cover: PathCover;
  readonly input: unknown;
  readonly ignore: readonly string[];
  /** The events that were tried, by the names that steps hold. */
  readonly events: readonly NamedCase[];
  readonly counts: PathCounts;
  /** Innermost states of the chart to which nothing that was tried leads, so that no path covers them. */
  readonly unreached: readonly string[];
  /** Every way of every region that was found, in the order in which they were. */
  readonly edges: readonly SeenEdge[];
  readonly paths: readonly GeneratedPath[];
}

/** How much was found, and how much of it is covered. */
export interface PathCounts {
  /** States that were told apart, and steps between them that were tried. */
  readonly states: number;
  readonly steps: number;
  /** What was to be covered; the paths cover all of it but the impossible. */
  readonly goals: number;
  /** Of these, what needs a timer that does not run by then: it has fired, and does so once. */
  readonly impossible: number;
}

/** An edge, and what was seen of it where it was first taken. */
export type SeenEdge = PathEdge & EdgeEffects;

/** One path from the start, with what is to be seen after each step. */
export interface GeneratedPath {
  /** What is covered by its end, as a person would say it. */
  readonly title: string;
  /** Whether it can happen on a clock; otherwise some timer fires although another was first. */
  readonly clock: boolean;
  readonly start: Seen;
  readonly steps: readonly { readonly take: string; readonly seen: Seen }[];
}
