import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isRoot } from './debianPackages.ts';
import { run } from '../run.mjs';

/** Folders of commands, including those that are not on every user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'];

const findInFolders = (name: string, folders: readonly string[]) =>
  folders.map(folder => join(folder, name)).find(path => existsSync(path));

/**
 * Path of a command from a Debian package, or the reason why there is none. A missing package is unpacked into a temporary
 * folder, not installed, so that no other package changes and no service starts.
 */
export async function findDebianCommand(
  name: string,
  packageName = name,
): Promise<{ path: string } | { reason: string }> {
  const found = findInFolders(name, [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]);
  if (found) return { path: found };
  const folder = join(tmpdir(), 'razmen-debian', packageName);
  const findUnpacked = () =>
    findInFolders(
      name,
      SYSTEM_FOLDERS.map(place => join(folder, place)),
    );
  const cached = findUnpacked();
  if (cached) return { path: cached };
  try {
    await unpackDebianPackage(packageName, folder);
  } catch (error) {
    return { reason: `no ${name}: ${error instanceof Error ? error.message : String(error)}` };
  }
  const path = findUnpacked();
  return path ? { path } : { reason: `the package ${packageName} has no ${name}` };
}

async function unpackDebianPackage(packageName: string, folder: string): Promise<void> {
  console.log(`Unpacking ${packageName} (apt-get download) …`);
  const temporaryFolder = `${folder}.${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  const runApt = (...args: string[]) =>
    run('apt-get', ['-qq', '-o', 'Acquire::Retries=2', '-o', 'APT::Sandbox::User=root', ...args], {
      cwd: temporaryFolder,
      timeout: 120_000,
    });
  try {
    // Package lists may be missing or old. If that matters, the download fails.
    if (isRoot()) await runApt('update');
    if ((await runApt('download', packageName)) !== 0)
      throw new Error(`apt-get download ${packageName} failed`);
    const file = readdirSync(temporaryFolder).find(name => name.endsWith('.deb')) ?? '';
    if ((await run('dpkg-deb', ['-x', file, 'files'], { cwd: temporaryFolder })) !== 0)
      throw new Error(`${file} cannot be unpacked`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(temporaryFolder, 'files'), folder);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}
