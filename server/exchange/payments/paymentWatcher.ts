import { createLease } from '#server/platform/database/lease.ts';
import type { Database } from '#server/platform/database/database.ts';
import { combineJobs, createAbortableJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import type { NodeName, NodeSettings } from '#server/platform/config/nodeSettings.ts';
import { PAYMENT_NETWORKS } from '../catalogue/paymentNetworks.ts';
import type { ExchangeContext } from '../context.ts';
import { createBitcoinSource } from './bitcoin/bitcoinSource.ts';
import { createEvmSource } from './evm/evmSource.ts';
import type { PaymentSource } from './paymentSource.ts';
import { readNextBlocks, type LeasedSource } from './readBlocks.ts';
import { readUnconfirmedPayments } from './readUnconfirmed.ts';
import { recordFinalPayments } from './recordFinalPayments.ts';
import { createTonSource } from './ton/tonSource.ts';
import { createTronSource } from './tron/tronSource.ts';

/** Creates the source of a network from the address of a node. */
export const PAYMENT_SOURCES: Readonly<
  Record<NodeName, (url: string, config: Pick<NodeSettings, 'tronApiKey' | 'tonApiKey'>) => PaymentSource>
> = {
  ethereum: url => createEvmSource(PAYMENT_NETWORKS.ethereum, url),
  bsc: url => createEvmSource(PAYMENT_NETWORKS.bsc, url),
  bitcoin: url => createBitcoinSource(PAYMENT_NETWORKS.bitcoin, url),
  litecoin: url => createBitcoinSource(PAYMENT_NETWORKS.litecoin, url),
  dogecoin: url => createBitcoinSource(PAYMENT_NETWORKS.dogecoin, url),
  dash: url => createBitcoinSource(PAYMENT_NETWORKS.dash, url),
  bitcoincash: url => createBitcoinSource(PAYMENT_NETWORKS.bitcoincash, url),
  tron: (url, { tronApiKey }) => createTronSource(url, tronApiKey),
  ton: (url, { tonApiKey }) => createTonSource(url, tonApiKey),
};

/** Creates the jobs that record payments, one for each configured node. */
export const createPaymentWatchers = (
  context: ExchangeContext,
  database: Pick<Database, 'db' | 'dialect'>,
): BackgroundJob[] =>
  (Object.entries(context.config.nodes) as [NodeName, string][]).map(([name, url]) =>
    createPaymentWatcher(context, database, PAYMENT_SOURCES[name](url, context.config)),
  );

/** Reads the next blocks and records the payments that became final. Returns whether more waits to be read. */
export async function checkPayments(
  context: ExchangeContext,
  leased: LeasedSource,
  signal: AbortSignal,
): Promise<boolean> {
  const progress = await readNextBlocks(context, leased, signal);
  await recordFinalPayments(context, leased.source.name);
  return progress === 'behind';
}

/**
 * Creates the jobs that one of all processes runs. What waits for a block is read apart: the memory of a node may be large,
 * slow or unreadable, and blocks must not wait for it.
 */
function createPaymentWatcher(
  context: ExchangeContext,
  database: Pick<Database, 'db' | 'dialect'>,
  source: PaymentSource,
): BackgroundJob {
  const lease = createLease(`payments.${source.name}`);
  const leased = { source, lease };
  const jobs = [createReadingJob(context, leased, 'payments', checkPayments)];
  if (source.fetchUnconfirmed)
    jobs.push(createReadingJob(context, leased, 'unconfirmed payments', readUnconfirmedPayments));
  return createLeasedJob({ database, lease, job: combineJobs(jobs), log: context.log });
}

/** Creates a job that reads a part of `subject`. Logs the start and the end of failures. */
function createReadingJob(
  context: ExchangeContext,
  leased: LeasedSource,
  subject: 'payments' | 'unconfirmed payments',
  readPart: typeof checkPayments,
): BackgroundJob {
  const { log } = context;
  const { name, checkIntervalMs } = leased.source;
  let hasMore = false;
  let lastFailure = '';
  return createAbortableJob(
    subject === 'payments' ? `payments_${name}` : `payments_${name}_unconfirmed`,
    () => (hasMore ? 0 : checkIntervalMs),
    async ({ stopping }) => {
      hasMore = false;
      hasMore = await readPart(context, leased, stopping).catch((error: unknown) => {
        if (stopping.aborted) return false;
        throw error;
      });
      if (stopping.aborted) return;
      if (lastFailure !== '') log.info({ source: name }, `${subject} are checked again`);
      lastFailure = '';
    },
    error => {
      const { message } = error as Error;
      if (message === lastFailure) return;
      log.error({ source: name, err: error }, `${subject} cannot be checked`);
      lastFailure = message;
    },
    { runsAtStart: true },
  );
}
