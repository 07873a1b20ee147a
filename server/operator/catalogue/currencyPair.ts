import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { isExchangeablePair } from '../../rates/pricing.ts';

/** The two currencies of a direction. */
export interface CurrencyPair {
  from: Currency;
  to: Currency;
}

/** Finds a pair by two codes or aliases separated by a dash, in any case; null if it cannot be exchanged. */
export function findPair(catalogue: Catalogue, name: string): CurrencyPair | null {
  const [sent = '', received = '', ...extra] = name.split('-');
  const [from, to] = [catalogue.findCurrencyByCode(sent), catalogue.findCurrencyByCode(received)];
  return from && to && extra.length === 0 && isExchangeablePair(from, to) ? { from, to } : null;
}

/** Says that a pair does not exist, and how to name one. */
export const describeUnknownPair = (name: string) =>
  `There is no pair ${name}. A pair is two codes with a dash, at least one of them a coin: BTC-SBERRUB. List the codes: currency.`;

/** Says that a currency does not exist, and how to find one. */
export const describeUnknownCurrency = (code: string) => `There is no currency ${code}. List them: currency.`;

/** Formats a pair as two codes: USDTTRC20-SBERRUB. */
export const formatPair = ({ from, to }: CurrencyPair) => `${from.code}-${to.code}`;
