import { trimTrailingZeros } from '#core/exchange/amount.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';

/** The form for the claim's pair once more; with its sum when that exchange was made, so that it can be repeated. */
export function buildRepeatUrl({ from, to, fromSumma, status }: ClaimStatus): string {
  const query = new URLSearchParams({ cur_from: from.code, cur_to: to.code });
  if (status === 'completed') query.set('amount', trimTrailingZeros(fromSumma));
  return `/?${query}`;
}
