import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMemoryFolder } from '../../tools/memoryFolder.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const find = (mounts: string, minFreeBytes = 0) =>
  findMemoryFolder(
    `${createTemporaryFolder({ mounts: `proc /proc proc rw 0 0\n${mounts}` })}/mounts`,
    minFreeBytes,
  );

test.each(['', 'tmpfs /dev/shm tmpfs rw,nosuid,noexec 0 0', 'tmpfs /dev/shm tmpfs ro 0 0'])(
  'tests use no memory folder that is missing or cannot be used: %s',
  mounts => {
    expect(find(mounts)).toBeUndefined();
  },
);

test('tests use no memory folder without the list of mounts', () => {
  expect(findMemoryFolder(`${createTemporaryFolder()}/none`)).toBeUndefined();
});

test.runIf(existsSync('/dev/shm'))('the memory folder is /dev/shm, if it has room', () => {
  const mounts = 'tmpfs /dev/shm tmpfs rw,relatime 0 0';
  expect(find(mounts)).toBe('/dev/shm');
  expect(find(mounts, Number.MAX_SAFE_INTEGER)).toBeUndefined();
});
