import { onTestFinished } from 'vitest';
import {
  createStatelyInspector,
  type StatelyInspector,
  type StatelyInspectorOptions,
} from '../../src/inspect/index.ts';

/** An inspector that ends with its test. */
export async function openInspector(options?: StatelyInspectorOptions): Promise<StatelyInspector> {
  const inspector = await createStatelyInspector(options);
  onTestFinished(() => inspector.stop());
  return inspector;
}
