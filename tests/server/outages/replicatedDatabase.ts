import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#tools/programs/findFreePort.ts';
import { findPostgresBinaries, findPostgresUser } from '#tools/programs/postgres.ts';

/** A primary with a synchronous standby: each commit is on both. */
export interface ReplicatedDatabase {
  primaryPort: number;
  standbyPort: number;
  /** Ends the primary as a power failure does. */
  killPrimary: () => void;
  /** Makes the standby the primary. Returns when it accepts writes. */
  promoteStandby: () => void;
  /** Ends both and removes their files. */
  stop: () => void;
}

/** Starts both clusters with the installed PostgreSQL. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const bin = findPostgresBinaries();
  if (bin === undefined) throw new Error('PostgreSQL is not installed in /usr/lib/postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'razmen-replicas-'));
  const user = findPostgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];
  const call = (name: string, ...args: string[]) =>
    execFileSync(join(bin, name), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
  const start = (data: string, port: number, ...settings: string[]) => {
    const all = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      ...settings,
    ];
    const flags = all.map(setting => `-c ${setting}`).join(' ');
    call('pg_ctl', '-D', data, '-w', '-l', `${data}.log`, '-o', flags, 'start');
  };
  const stop = (data: string) => {
    try {
      call('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
    } catch {
      // It has ended already.
    }
  };
  call('initdb', '-D', primary, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync');
  start(primary, primaryPort);
  const address = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres'];
  call('pg_basebackup', ...address, '-D', standby, '-R', '--checkpoint=fast');
  start(standby, standbyPort);
  // Only now: before the standby runs, a commit would wait for it.
  call('psql', ...address, '-c', `alter system set synchronous_standby_names = '*'`);
  call('psql', ...address, '-c', 'select pg_reload_conf()');
  return {
    primaryPort,
    standbyPort,
    killPrimary() {
      const [pid = ''] = readFileSync(join(primary, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      stop(primary);
    },
    promoteStandby: () => void call('pg_ctl', '-D', standby, '-w', 'promote'),
    stop() {
      for (const data of [standby, primary]) stop(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
