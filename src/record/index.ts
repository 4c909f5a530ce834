// `holdfast/record`: what happened to a fleet, kept in a file and held to the contract.
export {
  createRecordedSupervisor,
  type Recorded,
  type Recording,
  type RecordOptions,
} from './recorder.ts';
export { readRecording, type Entry as RecordingEntry } from './read-recording.ts';
export { checkRecording, type CheckReport, type Finding } from './check/check-recording.ts';
