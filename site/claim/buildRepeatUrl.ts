import { trimTrailingZeros } from '#core/exchange/amount.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';

/** URL of the form with the claim's pair, and with its amount if the exchange was completed. */
export function buildRepeatUrl({
  from,
  to,
  fromSumma,
  status,
}: Pick<ClaimStatus, 'from' | 'to' | 'fromSumma' | 'status'>): string {
  const query = new URLSearchParams({ cur_from: from.code, cur_to: to.code });
  if (status === 'completed') query.set('amount', trimTrailingZeros(fromSumma));
  return `/?${query}`;
}
