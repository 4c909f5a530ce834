// `holdfast/testing`: what a host needs to test its own variant of the machine.
export { createStepClock, type StepClock } from './step-clock.ts';
export {
  createScriptedLink,
  type LinkScript,
  type ScriptedAttempt,
  type ScriptedLink,
} from './scripted-link.ts';
export { createReference, type Reference, type ReferenceOptions } from './reference-model.ts';
