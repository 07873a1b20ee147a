import { effect } from '@preact/signals-core';
import type { Exchange } from '../exchange/model.ts';

/** A quote with less time left than this, milliseconds, may be over before the server reads it. */
const MARGIN = 2_000;

/** Whether the quote on screen is over or about to be; by the clock, since a page that slept has not ticked. */
export function over(exchange: Exchange, now: number): boolean {
  const until = exchange.expiresAt.peek();
  return until === null ? exchange.expired.peek() : until - MARGIN <= now;
}

/** Waits until the form can be used. */
export function ready(exchange: Exchange): Promise<void> {
  return new Promise(resolve => {
    const off = effect(() => {
      if (exchange.phase.value.phase === 'ready') queueMicrotask(() => (off(), resolve()));
    });
  });
}
