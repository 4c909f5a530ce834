export { createSupervisor } from './supervisor/create-supervisor.ts';
export { embedServers, type EmbeddedServers } from './supervisor/embed-servers.ts';
export type {
  CompletionRequest,
  RetryOutcome,
  ShutdownReport,
  Supervisor,
  SupervisorOptions,
} from './supervisor/supervisor.ts';
export {
  watchConfig,
  type ConfigReload,
  type ConfigWatch,
  type WatchConfigOptions,
} from './supervisor/watch-config.ts';
export type { SupervisorEvent, SupervisorEvents } from './supervisor/events.ts';
export { loadConfig, type ConfigProblem, type LoadedConfig } from './config/load-config.ts';
export type { LoginOptions, LoginProvider } from './config/login-options.ts';
export type {
  GivenServerEntry,
  HttpEntry,
  ServerEntry,
  StdioEntry,
} from './config/server-entry.ts';
export {
  HoldfastError,
  type HoldfastErrorDetails,
  type LoginWanted,
} from './errors/holdfast-error.ts';
export { errorCodes, type ErrorCode } from './errors/codes.ts';
export { textOf } from './call/text-of.ts';
export type { CallOptions, ReplayChoice } from './call/call-options.ts';
export type {
  Answered,
  CallResult,
  CompletionResult,
  PromptResult,
  ResourceContents,
} from './call/call-result.ts';
export type * from './link/host/client-options.ts';
export type { ResourceListener, ResourceUpdate, Unsubscribe } from './server/subscriptions.ts';
export type { OngoingCall } from './call/ongoing-call.ts';
export type { LatencyPart } from './call/reports/latency-history.ts';
export type { Budget, ServerActivity } from './server/server-activity.ts';
export type { ContentPart } from './link/content-part.ts';
export type { Answer, Exchange, Progress, Session } from './link/session.ts';
export type { ListChange } from './catalogue/list-change.ts';
export type { ListedPrompt, Prompt, PromptArgument } from './catalogue/prompt.ts';
export type {
  ListedResource,
  ListedResourceTemplate,
  Resource,
  ResourceTemplate,
} from './catalogue/resource.ts';
export type { ListedTool, ListOptions, Tool } from './catalogue/tool.ts';
export type { Clock } from './clock.ts';
export type {
  Explanation,
  FleetHealth,
  FleetStatus,
  ServerStatus,
  TimelineEntry,
} from './health/status.ts';
