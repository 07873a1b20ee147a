import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';

/** What decides, besides the status, which statuses may follow. */
export interface TransitionFacts {
  /** The client pays in a network. */
  isCrypto: boolean;
  /** A payment is recorded. */
  isMoneyReceived: boolean;
}

/**
 * Statuses that may follow. After a hold, the confirmations and the AML check of a network are not skipped. A claim
 * with money is not cancelled: the money is refunded.
 */
export function listNextStatuses(
  from: ClaimStatusCode,
  { isCrypto, isMoneyReceived }: TransitionFacts,
): readonly ClaimStatusCode[] {
  return CLAIM_STATUS_RULES[from].next.filter(
    to => !(from === 'hold' && to === 'paid' && isCrypto) && !(to === 'cancelled' && isMoneyReceived),
  );
}
