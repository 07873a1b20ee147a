import { createProblem, type ProblemResult } from '../http/problemResult.ts';
import { publishEvent } from '../serverEvents.ts';
import { uploadsBusyProblem, UPLOAD_RETRY_SECONDS } from './fileProblems.ts';
import { MAX_UPLOAD_BYTES } from './uploadLength.ts';

/** The bytes of uploads that may be in memory at once. */
export interface UploadLimits {
  maxClientBytes: number;
  maxTotalBytes: number;
}

/**
 * A client network may send the three receipts of a claim at once. All uploads together leave room for the image that is
 * being processed: a server stays below 500 MB.
 */
export const UPLOAD_LIMITS: UploadLimits = {
  maxClientBytes: 3 * MAX_UPLOAD_BYTES,
  maxTotalBytes: 8 * MAX_UPLOAD_BYTES,
};

/** Counts the bytes of uploads in memory. */
export interface UploadBudget {
  /**
   * Reserves the bytes of an upload until `release` is called. 429 if the client network has too many uploads, 503 if all
   * together are too many.
   */
  reserve: (network: string, bytes: number) => { ok: true; release: () => void } | ProblemResult;
}

/** Creates a budget of which nothing is used. */
export function createUploadBudget({ maxClientBytes, maxTotalBytes }: UploadLimits): UploadBudget {
  const clientBytes = new Map<string, number>();
  let totalBytes = 0;
  const add = (network: string, bytes: number) => {
    totalBytes += bytes;
    const sum = (clientBytes.get(network) ?? 0) + bytes;
    if (sum === 0) clientBytes.delete(network);
    else clientBytes.set(network, sum);
  };
  return {
    reserve(network, bytes) {
      if ((clientBytes.get(network) ?? 0) + bytes > maxClientBytes) {
        publishEvent('requestRefused', { budget: 'upload_bytes' });
        return createProblem(429, 'too_many_requests', { retryAfter: UPLOAD_RETRY_SECONDS });
      }
      if (totalBytes + bytes > maxTotalBytes) return uploadsBusyProblem;
      add(network, bytes);
      return { ok: true, release: () => add(network, -bytes) };
    },
  };
}

/** The uploads in this process. */
export const uploadBudget = createUploadBudget(UPLOAD_LIMITS);
