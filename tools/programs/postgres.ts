import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages, isRoot } from './debianPackages.ts';
import { findFreePort } from './findFreePort.ts';

/** A PostgreSQL server for one test run. `stop` ends it and removes its folder. */
export type PostgresCluster = { url: string; stop: () => void };

/** Debian has one folder per major version. Returns the newest that has `initdb` and `pg_ctl`. */
export function findPostgresBinaries(base = '/usr/lib/postgresql'): string | undefined {
  if (!existsSync(base)) return undefined;
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(base, version, 'bin'))
    .find(bin => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'pg_ctl')));
}

/** PostgreSQL refuses to run as root. As root returns Debian's user `postgres`, else undefined. */
export function findPostgresUser(): { uid: number; gid: number } | undefined {
  if (!isRoot()) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates and starts a cluster in a temporary folder, with fsync as in production. Throws if it does not start. */
async function startCluster(bin: string): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'razmen-postgres-'));
  const data = join(folder, 'data');
  try {
    const user = findPostgresUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const port = await findFreePort();
    const call = (name: string, ...args: string[]) =>
      execFileSync(join(bin, name), args, {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 60_000,
      });
    call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync');
    const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`;
    call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => {
        try {
          call('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a cluster. As root, installs the distribution's package if it is missing. Returns a reason if there is none. */
export async function openCluster(): Promise<PostgresCluster | { reason: string }> {
  if (!findPostgresBinaries() && isRoot()) {
    const failure = await installDebianPackages('postgresql');
    if (failure) return { reason: failure };
  }
  const bin = findPostgresBinaries();
  if (!bin)
    return { reason: 'no PostgreSQL in /usr/lib/postgresql; set TEST_DATABASE_URL to use another one' };
  try {
    return await startCluster(bin);
  } catch (error) {
    return { reason: `PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}` };
  }
}
