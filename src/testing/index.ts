// `holdfast/testing`: what a host needs to test its own variant of the machine.
export { createStepClock, type StepClock } from './step-clock.ts';
export {
  createScriptedLink,
  type LinkScript,
  type ScriptedAttempt,
  type ScriptedLink,
} from './scripted-link.ts';
export { createReference, type Reference, type ReferenceOptions } from './reference-model.ts';
export type { TimerName } from './reference/server.ts';
export { createPeers, readyForDialling, type Peers } from './world/scripted-peers.ts';
export { ScriptedChannel } from './world/scripted-channel.ts';
export {
  honest,
  type Asked,
  type Behaviour,
  type Question,
  type ServerSide,
} from './world/behaviour.ts';
export { fault, rpcError, silence, tool, type Params } from './world/scripted-answers.ts';
export {
  reachableStates,
  shortestPaths,
  TraversalLimitError,
  type Happening,
  type Path,
  type PathStep,
  type ReachedState,
  type ReachedStep,
  type TraversalOptions,
} from './graph/traversal.ts';
export { createWorld, type World, type WorldOptions } from './world/world.ts';
export { declaredTransitions, type DeclaredTransition } from './graph/declared-transitions.ts';
export { createCoverage, type Coverage, type GuardOutcomes } from './graph/coverage.ts';
export { edgePaths, type EdgePaths } from './graph/edge-paths.ts';
export { edgeTours } from './graph/edge-tours.ts';
export { feasiblePairs, pairName, type EdgePair } from './graph/edge-pairs.ts';
export { generatePaths } from './paths/generate-paths.ts';
export type {
  GeneratedPath,
  PathCounts,
  PathOptions,
  PathPlan,
  SeenEdge,
} from './paths/path-plan.ts';
export type { EdgeEffects } from './paths/edge-effects.ts';
export type { PathEdge } from './paths/edges.ts';
export type { EventCase, NamedCase } from './paths/event-cases.ts';
export type { PathCover } from './paths/goals.ts';
export { machineOf, type FoundMachine } from './paths/machine-of.ts';
export type { Seen } from './paths/moment.ts';
export { PathError, type PathErrorCode } from './paths/path-error.ts';
export type { Plain } from './paths/plain-context.ts';
export { renderJson, type PathsDocument } from './paths/render-json.ts';
export { renderMarkdown } from './paths/render-markdown.ts';
export { renderMermaid } from './paths/render-mermaid.ts';
export { renderVitest, type VitestSource } from './paths/render-vitest.ts';
export { isServerMachine, serverSpace, smallestBudgets } from './paths/server-space.ts';
export type { PathProgress } from './paths/space.ts';
export { prepareWalks, type StartWalk, type Walk, type WalkOptions } from './paths/walk.ts';
export {
  createTimedModel,
  TICK,
  timedEvents,
  timedKey,
  type TimedEvent,
  type TimedState,
} from './graph/timed-model.ts';
export type { PendingTimer } from './graph/pending-timers.ts';
export { runVector } from './vectors/run-vector.ts';
export { VectorFailure, type FailedStep, type VectorSource } from './vectors/vector-failure.ts';
export { vectorFileSchema, type Vector, type VectorFile } from './vectors/vector.ts';
export { machineWorld, type MachineWorldOptions } from './vectors/machine-world.ts';
export { referenceWorld } from './vectors/reference-world.ts';
export { simulatedWorld } from './vectors/simulated-world.ts';
export type { Patience, VectorStage, VectorWorld, View } from './vectors/stage.ts';
export type { Mismatch } from './vectors/match.ts';
