import type { ImportedServer } from './plan-import.ts';
import type { HostFile } from './read-host-file.ts';

/** What `holdfast import` found and did. Holds no value of any entry (L9). */
export interface ImportReport {
  readonly files: readonly Pick<HostFile, 'host' | 'file' | 'fault'>[];
  readonly servers: readonly ImportedServer[];
  /** The configuration that is written into, as the user would name it. */
  readonly to: string;
  readonly written: boolean;
}
