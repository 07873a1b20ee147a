import { createLease } from '#server/platform/database/lease.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createAbortableJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import { PAYMENT_NETWORKS } from '../catalogue/paymentNetworks.ts';
import type { ExchangeContext } from '../context.ts';
import { createEvmSource } from './evm/evmSource.ts';
import type { PaymentSource } from './paymentSource.ts';
import { readNextBlocks, type LeasedSource } from './readBlocks.ts';
import { recordFinalPayments } from './recordFinalPayments.ts';

/** Interval of checks when all blocks are read, milliseconds. */
const CHECK_INTERVAL_MS = 3_000;

/** Creates the source of a network from the address of a node. */
export const PAYMENT_SOURCES: Readonly<Record<NodeName, (url: string) => PaymentSource>> = {
  ethereum: url => createEvmSource(PAYMENT_NETWORKS.ethereum, url),
  bsc: url => createEvmSource(PAYMENT_NETWORKS.bsc, url),
};

/** Creates the jobs that record payments, one for each configured node. */
export const createPaymentWatchers = (
  context: ExchangeContext,
  database: Pick<Database, 'db' | 'dialect'>,
): BackgroundJob[] =>
  (Object.entries(context.config.nodes) as [NodeName, string][]).map(([name, url]) =>
    createPaymentWatcher(context, database, PAYMENT_SOURCES[name](url)),
  );

/** Reads the next blocks and records the payments that became final. Returns whether further blocks wait. */
export async function checkPayments(
  context: ExchangeContext,
  leased: LeasedSource,
  signal: AbortSignal,
): Promise<boolean> {
  const isBehind = await readNextBlocks(context, leased, signal);
  await recordFinalPayments(context, leased.source.name);
  return isBehind;
}

/** Creates the job that one of all processes runs. Logs the start and the end of failures. */
function createPaymentWatcher(
  context: ExchangeContext,
  database: Pick<Database, 'db' | 'dialect'>,
  source: PaymentSource,
): BackgroundJob {
  const { log } = context;
  const lease = createLease(`payments.${source.name}`);
  let isBehind = false;
  let lastFailure = '';
  const job = createAbortableJob(
    `payments_${source.name}`,
    () => (isBehind ? 0 : CHECK_INTERVAL_MS),
    async ({ stopping }) => {
      isBehind = false;
      isBehind = await checkPayments(context, { source, lease }, stopping).catch((error: unknown) => {
        if (stopping.aborted) return false;
        throw error;
      });
      if (stopping.aborted) return;
      if (lastFailure !== '') log.info({ source: source.name }, 'payments are checked again');
      lastFailure = '';
    },
    error => {
      const { message } = error as Error;
      if (message === lastFailure) return;
      log.error({ source: source.name, err: error }, 'payments cannot be checked');
      lastFailure = message;
    },
    { runsAtStart: true },
  );
  return createLeasedJob({ database, lease, job, log });
}
