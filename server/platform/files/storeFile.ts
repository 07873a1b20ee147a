import { createTaskQueue } from './taskQueue.ts';
import { throwIfAborted, type UploadedFile } from './uploadedFile.ts';

const storeQueue = createTaskQueue(Infinity);

/**
 * Runs the transactions that store files one at a time: another write waits for at most one of them, and PostgreSQL's
 * client copies one file at a time. Throws if the client has disconnected.
 */
export function storeFile<T>(
  { signal }: Pick<UploadedFile, 'signal'>,
  transact: () => Promise<T>,
): Promise<T> {
  return storeQueue.run(() => {
    throwIfAborted(signal);
    return transact();
  });
}
