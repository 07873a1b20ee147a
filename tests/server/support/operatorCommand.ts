import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#tools/childEnvironment.ts';
import type { StartTestServer, TestServer } from '../../support/testServer.ts';

/** Root folder of the repository. */
export const REPOSITORY_ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs `npm run operator -- …` on the test server's database. */
export async function runOperator({ config }: Pick<TestServer, 'config'>, ...words: string[]) {
  const { dataDir, databaseUrl } = config;
  const child = spawn(process.execPath, ['server/operator.ts', ...words], {
    cwd: REPOSITORY_ROOT,
    env: {
      ...childEnvironment,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      OPERATOR: 'manual',
      RATE_DRIFT: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Lists the recorded operator changes. */
export async function listOperatorChanges({ context }: TestServer) {
  const rows = await context.db.selectFrom('operator_changes').selectAll().orderBy('id').execute();
  return rows.map(({ command, target, detail }) => [command, target, JSON.parse(detail) as unknown]);
}

/** Starts a test server at the current time, because the command line uses the real clock. */
export async function startServerToday(startServer: StartTestServer): Promise<TestServer> {
  const testServer = await startServer();
  testServer.advanceClock(Date.now() - testServer.now());
  return testServer;
}
