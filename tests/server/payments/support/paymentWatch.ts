import { checkPayments, PAYMENT_SOURCES } from '#server/exchange/payments/paymentWatcher.ts';
import { readUnconfirmedPayments } from '#server/exchange/payments/readUnconfirmed.ts';
import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import { acquireLease, createLease } from '#server/platform/database/lease.ts';
import { testedDialect, type TestServer } from '../../../support/testServer.ts';

/** A process that reads the payments of a network. */
export interface PaymentWatch {
  /** Takes the lease, reads all blocks and records what is final. */
  check: () => Promise<void>;
  /** Checks without the lease, as a process does that continues after a pause. */
  checkWithoutLease: () => Promise<void>;
}

/** Creates what a server does with the address of a node, without its timers. */
export function createPaymentWatch(
  { context }: Pick<TestServer, 'context'>,
  url: string,
  network: NodeName = 'ethereum',
): PaymentWatch {
  const source = PAYMENT_SOURCES[network](url, context.config);
  const lease = createLease(`payments.${network}`);
  async function checkWithoutLease() {
    const leased = { source, lease };
    const { signal } = new AbortController();
    while (await checkPayments(context, leased, signal));
    while (await readUnconfirmedPayments(context, leased, signal));
  }
  return {
    checkWithoutLease,
    async check() {
      if (!(await acquireLease({ db: context.db, dialect: testedDialect }, lease)))
        throw new Error('another process has the lease');
      await checkWithoutLease();
    },
  };
}
