import { expect, test } from 'vitest';
import { findMemoryFolder } from '../../tools/memoryFolder.ts';
import { createTemporaryFolder } from './support/temporaryFolder.ts';

const find = (mounts: string) =>
  findMemoryFolder(`${createTemporaryFolder({ mounts: `proc /proc proc rw 0 0\n${mounts}` })}/mounts`);

test.each(['', 'tmpfs /dev/shm tmpfs rw,nosuid,noexec 0 0', 'tmpfs /dev/shm tmpfs ro 0 0'])(
  'tests use no memory folder that is missing or cannot be used: %s',
  mounts => {
    expect(find(mounts)).toBeUndefined();
  },
);

test('tests use no memory folder without the list of mounts', () => {
  expect(findMemoryFolder(`${createTemporaryFolder()}/none`)).toBeUndefined();
});

test('a memory folder is /dev/shm', () => {
  expect([undefined, '/dev/shm']).toContain(find('tmpfs /dev/shm tmpfs rw,relatime 0 0'));
});
