import { createLease } from '#server/platform/database/lease.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createAbortableJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { createLeasedJob } from '#server/platform/jobs/leasedJob.ts';
import type { NodeName, NodeSettings } from '#server/platform/config/nodeSettings.ts';
import { PAYMENT_NETWORKS } from '../catalogue/paymentNetworks.ts';
import type { ExchangeContext } from '../context.ts';
import { createBitcoinSource } from './bitcoin/bitcoinSource.ts';
import { createEvmSource } from './evm/evmSource.ts';
import type { PaymentSource } from './paymentSource.ts';
import { readNextBlocks, type LeasedSource } from './readBlocks.ts';
import { fetchUnconfirmedPayments, storeUnconfirmedPayments } from './readUnconfirmed.ts';
import { recordFinalPayments } from './recordFinalPayments.ts';
import { createTronSource } from './tron/tronSource.ts';

/** Creates the source of a network from the address of a node. */
export const PAYMENT_SOURCES: Readonly<
  Record<NodeName, (url: string, config: Pick<NodeSettings, 'tronApiKey'>) => PaymentSource>
> = {
  ethereum: url => createEvmSource(PAYMENT_NETWORKS.ethereum, url),
  bsc: url => createEvmSource(PAYMENT_NETWORKS.bsc, url),
  bitcoin: url => createBitcoinSource(PAYMENT_NETWORKS.bitcoin, url),
  litecoin: url => createBitcoinSource(PAYMENT_NETWORKS.litecoin, url),
  dogecoin: url => createBitcoinSource(PAYMENT_NETWORKS.dogecoin, url),
  dash: url => createBitcoinSource(PAYMENT_NETWORKS.dash, url),
  bitcoincash: url => createBitcoinSource(PAYMENT_NETWORKS.bitcoincash, url),
  tron: (url, { tronApiKey }) => createTronSource(url, tronApiKey),
};

/** Creates the jobs that record payments, one for each configured node. */
export const createPaymentWatchers = (
  context: ExchangeContext,
  database: Pick<Database, 'db' | 'dialect'>,
): BackgroundJob[] =>
  (Object.entries(context.config.nodes) as [NodeName, string][]).map(([name, url]) =>
    createPaymentWatcher(context, database, PAYMENT_SOURCES[name](url, context.config)),
  );

/** Reads what the node has and records the payments that became final. Returns whether more waits to be read. */
export async function checkPayments(
  context: ExchangeContext,
  leased: LeasedSource,
  signal: AbortSignal,
): Promise<boolean> {
  // Before the blocks: what gets into a block meanwhile is read with it, so nothing seems to be gone.
  const unconfirmed = await fetchUnconfirmedPayments(context, leased.source, signal);
  const progress = await readNextBlocks(context, leased, signal);
  if (unconfirmed && progress === 'complete') await storeUnconfirmedPayments(context, leased, unconfirmed);
  await recordFinalPayments(context, leased.source.name);
  return progress === 'behind' || unconfirmed?.found.hasMore === true;
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
    () => (isBehind ? 0 : source.checkIntervalMs),
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
