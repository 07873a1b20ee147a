import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_VARIABLES, type NodeName } from '#server/platform/config/nodeSettings.ts';
import { formatAccountKey } from '#server/platform/keys/accountKey.ts';
import { runOperatorCommand } from '#server/runOperatorCommand.ts';
import { childEnvironment } from '#tools/childEnvironment.ts';
import type { StartTestServer, TestServer } from '../../support/testServer.ts';

/** Root folder of the repository. */
export const REPOSITORY_ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Environment of a command on the test server's database. */
export const createOperatorEnvironment = ({ config }: Pick<TestServer, 'config'>) => ({
  ...childEnvironment,
  DATA_DIR: config.dataDir,
  DATABASE_URL: config.databaseUrl ?? '',
  ACCOUNT_KEY: config.accountKey === null ? '' : formatAccountKey(config.accountKey),
  ACCOUNT_KEY_PREVIOUS: config.accountKeyPrevious ? formatAccountKey(config.accountKeyPrevious) : '',
  CHAT_ORIGINS: config.chatOrigins?.join() ?? '',
  ...Object.fromEntries(
    Object.entries(NODE_VARIABLES).map(([name, variable]) => [
      variable,
      config.nodes?.[name as NodeName] ?? '',
    ]),
  ),
  BANK_WEBHOOK_SECRET: config.bankSecret ?? '',
  OPERATOR: 'manual',
  RATE_DRIFT: 'off',
});

/** Runs an operator command in this process, which is much faster than starting one per command. */
export async function runOperator(testServer: Pick<TestServer, 'config'>, ...words: string[]) {
  const { ok, text } = await runOperatorCommand(words, createOperatorEnvironment(testServer));
  return ok ? { code: 0, out: `${text}\n`, err: '' } : { code: 1, out: '', err: `${text}\n` };
}

/** Runs `npm run operator -- …` on the test server's database. */
export async function spawnOperator(testServer: Pick<TestServer, 'config'>, ...words: string[]) {
  const child = spawn(process.execPath, ['server/operator.ts', ...words], {
    cwd: REPOSITORY_ROOT,
    env: createOperatorEnvironment(testServer),
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
