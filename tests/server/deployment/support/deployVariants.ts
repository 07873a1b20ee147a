import { expect } from 'vitest';
import { findDebianCommand } from '../../../../tools/programs/debianCommand.ts';
import { TEST_ACCOUNT_KEY } from '../../../support/accountKeys.ts';
import { readExampleVariables, readImageVariables, readUnitVariables } from './deployEnvironment.ts';
import type { DeployedProxy } from './deployedExchange.ts';
import { createBookTicker, readRecorded, startRateProvider } from '../../support/rateProvider.ts';

/** Which of the guide's installations runs, and the proxy before it. */
export interface DeployVariant {
  name: string;
  runner: 'systemd' | 'Docker';
  proxy: DeployedProxy['kind'];
  /** Whether the environment is one of an earlier guide, which did not set OPERATOR. */
  isEarlier?: boolean;
}

/**
 * The environment of a variant: exactly the files of deploy/, edited as deploy/README.md says. Without the mail server,
 * so that the e-mails are files, and with other addresses of the price sources. `databaseEnv` is that of PostgreSQL.
 */
export function createDeployedEnvironment(
  { runner, isEarlier = false }: DeployVariant,
  databaseEnv: Record<string, string>,
  rateEnv: Record<string, string>,
): Record<string, string> {
  const { DATABASE_URL: _database, SMTP_URL: _smtp, ...example } = readExampleVariables();
  const files =
    runner === 'systemd'
      ? { ...readUnitVariables(), ...example }
      : // Without a bridge of Docker the server listens on loopback.
        { ...readImageVariables(), ...example, TRUST_PROXY: '172.17.0.0/16', HOST: '127.0.0.1' };
  // The test chooses the ports.
  const { PORT: _port, METRICS_PORT: _metricsPort, ...env } = files as Record<string, string>;
  return {
    ...env,
    // Removes what servers of tests have by default.
    OPERATOR: isEarlier ? '' : (env.OPERATOR ?? ''),
    SEED: env.SEED ?? '',
    ACCOUNT_KEY: TEST_ACCOUNT_KEY,
    ...rateEnv,
    ...databaseEnv,
  };
}

/** Starts price sources with prices of today. */
export async function startRateSources() {
  const binance = await startRateProvider({ body: createBookTicker({ LTCUSDT: '93.5' }) });
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('.');
  const recorded = Buffer.from(await readRecorded('cbr.xml'));
  const body = Buffer.from(recorded.toString('latin1').replace(/Date="[\d.]+"/, `Date="${today}"`), 'latin1');
  const cbr = await startRateProvider({ body });
  return {
    env: { BINANCE_URL: binance.url, CBR_URL: cbr.url },
    async close() {
      await binance[Symbol.asyncDispose]();
      await cbr[Symbol.asyncDispose]();
    },
  };
}

/** Finds the program of a proxy. Without it the test is skipped, or fails in CI. */
export async function requireProxy(kind: DeployedProxy['kind'], skip: (reason: string) => never) {
  const found = await findDebianCommand(kind.toLowerCase(), kind.toLowerCase());
  if ('path' in found) return { kind, binary: found.path };
  if (process.env.CI) expect.fail(found.reason);
  return skip(found.reason);
}
