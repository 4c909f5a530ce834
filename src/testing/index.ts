// `holdfast/testing`: what a host needs to test its own variant of the machine.
export { createStepClock, type StepClock } from './step-clock.ts';
export {
  createScriptedLink,
  type LinkScript,
  type ScriptedAttempt,
  type ScriptedLink,
} from './scripted-link.ts';
export { createReference, type Reference, type ReferenceOptions } from './reference-model.ts';
export type { TimerName } from './reference/timers.ts';
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
