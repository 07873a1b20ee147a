import type { Clock } from '../clock.ts';
import { ApiError } from './apiError.ts';

/** A transfer without progress for this time is aborted with a timeout. */
const TRANSFER_STALL_TIMEOUT_MS = 30_000;

/** Options of a transfer: the clock, the path for messages, and the signal that aborts it. */
interface TransferOptions {
  clock: Clock;
  path: string;
  signal: AbortSignal | undefined;
}

/**
 * Runs an upload or a download, which may take any time while it makes progress. `transfer` receives the signal to pass
 * on and a function to call at each progress. Rejects with ApiError, or the signal's reason.
 */
export async function runTransfer<T>(
  { clock, path, signal }: TransferOptions,
  transfer: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const forwardAbort = () => controller.abort(signal?.reason);
  let isStalled = false;
  let cancelTimer = () => undefined as void;
  const restartStallTimer = () => {
    cancelTimer();
    cancelTimer = clock.setTimer(() => {
      isStalled = true;
      controller.abort();
    }, TRANSFER_STALL_TIMEOUT_MS);
  };
  signal?.addEventListener('abort', forwardAbort);
  try {
    restartStallTimer();
    return await transfer(controller.signal, restartStallTimer);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw new ApiError(`${path}: ${isStalled ? 'timed out' : 'no connection'}`, {
      kind: isStalled ? 'timeout' : 'network',
      cause: error,
    });
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', forwardAbort);
  }
}
