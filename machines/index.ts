export {
  createServerMachine,
  type ServerMachine,
  type ServerMachineOptions,
} from './server.machine.ts';
export { activeStates } from './active-states.ts';
export { publicState, type PublicSnapshot, type PublicState } from './public-state.ts';
export type { LinkInput, ServerContext, ServerInput, ServerOutput } from './context.ts';
export type {
  AttemptCause,
  BreakerState,
  CallEvent,
  ConnectionState,
  Failure,
  HostEvent,
  LastError,
  LinkCommand,
  LinkEvent,
  Loss,
  ParkReason,
  RetryReason,
  ServerEmission,
  ServerEvent,
} from './events.ts';
export {
  defaultFleetPolicy,
  defaultPolicy,
  fleetPolicySchema,
  mergePolicy,
  policySchema,
  type FleetPolicy,
  type Policy,
} from './policy.ts';
export { PolicyError, type PolicyIssue } from './policy-error.ts';
