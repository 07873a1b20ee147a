import { refuseRequest } from '../limits/refuseRequest.ts';
import { uploadsBusyProblem, UPLOAD_RETRY_SECONDS } from './fileProblems.ts';
import { MAX_FILE_BYTES } from './sanitizeFile.ts';

/** Maximum size of a multipart body: the largest file and the multipart framing. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024;

/** Maximum bytes of uploads in memory at once. */
export interface UploadLimits {
  maxClientBytes: number;
  maxTotalBytes: number;
}

/**
 * A client network may send the three receipts of a claim at once. The total leaves memory for the image that is being
 * processed: a server stays below 500 MB.
 */
export const UPLOAD_LIMITS: UploadLimits = {
  maxClientBytes: 3 * MAX_UPLOAD_BYTES,
  maxTotalBytes: 8 * MAX_UPLOAD_BYTES,
};

/** Counts the bytes of uploads in memory. */
export interface UploadBudget {
  /** Refuses with 429 if the client network would exceed its limit, with 503 if all uploads together would. */
  check: (network: string, bytes: number) => void;
  /** Checks the bytes of an upload, and reserves them until the returned function is called. */
  reserve: (network: string, bytes: number) => () => void;
}

/** Creates an unused budget. */
export function createUploadBudget({ maxClientBytes, maxTotalBytes }: UploadLimits): UploadBudget {
  const clientBytes = new Map<string, number>();
  let totalBytes = 0;
  const add = (network: string, bytes: number) => {
    totalBytes += bytes;
    const sum = (clientBytes.get(network) ?? 0) + bytes;
    if (sum === 0) clientBytes.delete(network);
    else clientBytes.set(network, sum);
  };
  const check = (network: string, bytes: number) => {
    if ((clientBytes.get(network) ?? 0) + bytes > maxClientBytes)
      refuseRequest('upload_bytes', UPLOAD_RETRY_SECONDS);
    if (totalBytes + bytes > maxTotalBytes) throw uploadsBusyProblem;
  };
  return {
    check,
    reserve(network, bytes) {
      check(network, bytes);
      add(network, bytes);
      return () => add(network, -bytes);
    },
  };
}

/** The uploads in this process. */
export const uploadBudget = createUploadBudget(UPLOAD_LIMITS);
