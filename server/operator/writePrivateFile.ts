import { open } from 'node:fs/promises';
import { describeError, getSystemErrorCode } from '../startError.ts';

/**
 * Writes a new file that only the operator's user can read. Never overwrites. Returns null, or the reason of a failure.
 */
export async function writePrivateFile(path: string, content: Uint8Array): Promise<string | null> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    return null;
  } catch (error) {
    const cause = getSystemErrorCode(error) === 'EEXIST' ? 'the file already exists' : describeError(error);
    return `${path} cannot be written: ${cause}.`;
  }
}
