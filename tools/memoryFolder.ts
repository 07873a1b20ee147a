import { readFileSync, statfsSync } from 'node:fs';

/** Free space that databases and browser profiles of all suites need, bytes. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * The folder of Linux whose files are in memory: a test's commits need not wait for a disk. Undefined on other systems,
 * and where it is small (containers) or runs no programs.
 */
export function findMemoryFolder(mounts = '/proc/mounts', minFreeBytes = MIN_FREE_BYTES): string | undefined {
  try {
    const line = readFileSync(mounts, 'utf8')
      .split('\n')
      .findLast(each => each.split(' ')[1] === '/dev/shm');
    const options = line?.split(' ')[3]?.split(',');
    if (!options?.includes('rw') || options.includes('noexec')) return undefined;
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= minFreeBytes ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}
