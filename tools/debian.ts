import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isRoot } from './apt.ts';
import { run } from './run.mjs';

/** Where commands are, also those that are not on every user's PATH. */
const SYSTEM = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'];

const find = (name: string, folders: readonly string[]) =>
  folders.map(folder => join(folder, name)).find(path => existsSync(path));

/**
 * A command that a Debian package brings; else why there is none. Where it is missing the package is unpacked into a
 * temporary folder, not installed: nothing else is upgraded for its sake, and no service starts.
 */
export async function command(name: string, pack = name): Promise<{ path: string } | { reason: string }> {
  const found = find(name, [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM]);
  if (found) return { path: found };
  const folder = join(tmpdir(), 'razmen-debian', pack);
  const inside = () =>
    find(
      name,
      SYSTEM.map(place => join(folder, place)),
    );
  const kept = inside();
  if (kept) return { path: kept };
  try {
    await unpack(pack, folder);
  } catch (error) {
    return { reason: `no ${name}: ${error instanceof Error ? error.message : String(error)}` };
  }
  const path = inside();
  return path ? { path } : { reason: `the package ${pack} has no ${name}` };
}

async function unpack(pack: string, folder: string): Promise<void> {
  console.log(`Unpacking ${pack} (apt-get download) …`);
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  const get = (...args: string[]) =>
    run('apt-get', ['-qq', '-o', 'Acquire::Retries=2', '-o', 'APT::Sandbox::User=root', ...args], {
      cwd: beside,
      timeout: 120_000,
    });
  try {
    // The lists may be missing or old; the download says whether that matters.
    if (isRoot()) await get('update');
    if ((await get('download', pack)) !== 0) throw new Error(`apt-get download ${pack} failed`);
    const file = readdirSync(beside).find(name => name.endsWith('.deb')) ?? '';
    if ((await run('dpkg-deb', ['-x', file, 'files'], { cwd: beside })) !== 0)
      throw new Error(`${file} cannot be unpacked`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(beside, 'files'), folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
