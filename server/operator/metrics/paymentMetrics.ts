import type { Registry } from 'prom-client';
import { listSourceStates } from '#server/exchange/payments/sourceStates.ts';
import { selectUnmatchedPayments } from '#server/exchange/payments/unmatchedPayments.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { cacheRead } from './cachedRead.ts';
import { addGauge } from './gauge.ts';

/** Registers the gauges of the payments that nodes report; without nodes they have no values. */
export function registerPaymentGauges(registry: Registry, context: ServerContext): void {
  const { config, healthDb, log } = context;
  const hasNodes = Object.keys(config.nodes).length > 0;
  const readStates = cacheRead(() => listSourceStates(context, healthDb), log);
  addGauge(registry, {
    name: 'razmen_payment_source_checked_timestamp_seconds',
    help: 'When the newest block of a network had been read for payments, by source; 0: never',
    labelNames: ['source'],
    async collect() {
      const states = hasNodes ? await readStates() : null;
      this.reset();
      for (const { name, checkedAt } of states ?? [])
        this.set({ source: name }, Number(checkedAt ?? 0) / 1_000);
    },
  });
  const countUnmatched = cacheRead(
    () =>
      selectUnmatchedPayments(healthDb)
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow(),
    log,
  );
  addGauge(registry, {
    name: 'razmen_unmatched_payments',
    help: 'Payments that a node has reported and that belong to no known claim',
    async collect() {
      const row = hasNodes ? await countUnmatched() : null;
      if (row) this.set(Number(row.count));
      else this.remove();
    },
  });
}
