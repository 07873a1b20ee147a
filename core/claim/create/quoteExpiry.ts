import { effect } from '@preact/signals-core';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';

/** A quote with less time left than this, milliseconds, may be over before the server reads it. */
const QUOTE_EXPIRY_MARGIN_MS = 2_000;

/** Whether the quote on screen is over or about to be; by the clock, since a page that slept has not ticked. */
export function isQuoteExpired(exchange: ExchangeModel, now: number): boolean {
  const expiresAt = exchange.expiresAt.peek();
  return expiresAt === null ? exchange.isQuoteExpired.peek() : expiresAt - QUOTE_EXPIRY_MARGIN_MS <= now;
}

/** Waits until the form can be used. */
export function whenFormReady(exchange: ExchangeModel): Promise<void> {
  return new Promise(resolve => {
    const stopWatching = effect(() => {
      if (exchange.phase.value.phase === 'ready') queueMicrotask(() => (stopWatching(), resolve()));
    });
  });
}
