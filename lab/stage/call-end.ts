import { HoldfastError, textOf, type CallResult, type ErrorCode } from '../../src/index.ts';

/** How a call ended. */
export interface CallEnd {
  readonly code: ErrorCode | 'ok';
  readonly text: string;
  readonly tookMs: number;
  readonly attempts: number;
  readonly generation: number;
  readonly error?: HoldfastError;
}

/** @throws whatever is no error of holdfast's own (E1) */
export async function endOf(call: Promise<CallResult>): Promise<CallEnd> {
  const begunMs = performance.now();
  try {
    const result = await call;
    const { attempts, generation } = result;
    const tookMs = performance.now() - begunMs;
    return { code: 'ok', text: textOf(result), tookMs, attempts, generation };
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    const { code, message, attempts = 0, generation = 0 } = error;
    const tookMs = performance.now() - begunMs;
    return { code, text: message, tookMs, attempts, generation, error };
  }
}
