import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';

/** What decides, besides the status, which statuses may follow. */
export interface TransitionFacts {
  /** The client pays in a network. */
  isCrypto: boolean;
  /** A payment is recorded. */
  isMoneyReceived: boolean;
}

/**
 * Statuses that may follow. After a hold, the confirmations and the AML check of a network are not skipped, and money
 * that was received is refunded instead of forgotten with a cancelled claim.
 */
export function listNextStatuses(
  from: ClaimStatusCode,
  { isCrypto, isMoneyReceived }: TransitionFacts,
): readonly ClaimStatusCode[] {
  const { next } = CLAIM_STATUS_RULES[from];
  if (from !== 'hold') return next;
  return next.filter(to => (to !== 'paid' || !isCrypto) && (to !== 'cancelled' || !isMoneyReceived));
}
