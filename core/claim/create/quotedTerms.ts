import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import type { ClaimTerms } from '../claimModel.ts';

/** Terms with the quote that they were calculated with. */
export interface QuotedTerms extends ClaimTerms {
  quote: string | null;
}

/** A quote that expires sooner than this may be expired when the server reads it. */
const QUOTE_EXPIRY_MARGIN_MS = 2_000;

/** The displayed terms; null without a course. */
export function getCurrentTerms(exchange: Pick<ExchangeModel, 'toPayload' | 'pair'>): QuotedTerms | null {
  const terms = exchange.toPayload();
  return terms && { ...terms, quote: exchange.pair.peek()?.quote ?? null };
}

/** Whether both terms have the same amounts, although the course may differ. */
export function haveSameAmounts(a: Omit<ClaimTerms, 'course'>, b: Omit<ClaimTerms, 'course'>): boolean {
  return a.fromSumma === b.fromSumma && a.toSumma === b.toSumma;
}

/** Whether the displayed quote has expired at `now` or is about to. The exchange's own flag may be late after sleep. */
export function isQuoteExpired(
  exchange: Pick<ExchangeModel, 'expiresAt' | 'isQuoteExpired'>,
  now: number,
): boolean {
  const expiresAt = exchange.expiresAt.peek();
  return expiresAt === null ? exchange.isQuoteExpired.peek() : expiresAt - QUOTE_EXPIRY_MARGIN_MS <= now;
}
