import type { Registry } from 'prom-client';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { addGauge } from './gauge.ts';

/** Registers the gauges of the prices in this process's memory, except for currencies that the operator has closed. */
export function registerPriceGauges(registry: Registry, context: ServerContext): void {
  addGauge(registry, {
    name: 'razmen_price_timestamp_seconds',
    help: 'Time of the newest price that was usable, by source',
    labelNames: ['source'],
    collect() {
      const newest = new Map<string, number>();
      for (const { source, price } of readPrices(context))
        if (price.ok) newest.set(source, Math.max(price.at, newest.get(source) ?? 0));
      for (const [source, at] of newest) this.set({ source }, at / 1_000);
    },
  });
  addGauge(registry, {
    name: 'razmen_tickers_without_price',
    help: 'Tickers of open currencies whose price is too old or missing (rate_stale) or has jumped (rate_jump)',
    labelNames: ['source', 'reason'],
    collect() {
      this.reset();
      for (const { source, price } of readPrices(context))
        for (const reason of ['rate_stale', 'rate_jump'] as const)
          this.inc({ source, reason }, !price.ok && price.code === reason ? 1 : 0);
    },
  });
}

function readPrices({ catalogue, rates }: ServerContext) {
  const tickers = new Set(catalogue.currencies.filter(isOpen).map(({ ticker }) => ticker));
  return [...tickers].map(ticker => ({
    source: rates.getSourceName(ticker),
    price: rates.getPrice(ticker),
  }));
}

/** Whether a currency can be sent or received. */
function isOpen({ sendVisible, sendClosed, receiveVisible, receiveClosed }: Currency): boolean {
  return (sendVisible && sendClosed === null) || (receiveVisible && receiveClosed === null);
}
