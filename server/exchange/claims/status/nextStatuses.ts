import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';

/** Facts that determine the allowed next statuses, besides the current status. */
export interface TransitionFacts {
  /** The client pays in a network. */
  isCrypto: boolean;
  /** A payment is recorded. */
  isMoneyReceived: boolean;
}

/**
 * Lists the allowed next statuses. After a hold, the confirmations and the AML check of a network are not skipped. A
 * claim with money is not cancelled: the money is refunded.
 */
export function listNextStatuses(
  from: ClaimStatusCode,
  { isCrypto, isMoneyReceived }: TransitionFacts,
): readonly ClaimStatusCode[] {
  return CLAIM_STATUS_RULES[from].next.filter(
    to => !(from === 'hold' && to === 'paid' && isCrypto) && !(to === 'cancelled' && isMoneyReceived),
  );
}
