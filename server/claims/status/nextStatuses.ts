import { CLAIM_STATUS_RULES, type ClaimStatusCode } from '#core/claim/status.ts';

/**
 * Statuses that may follow. `isCrypto`: the client pays in a network, whose confirmations and AML check are never
 * skipped; other money goes from hold to paid.
 */
export function listNextStatuses(from: ClaimStatusCode, isCrypto: boolean): readonly ClaimStatusCode[] {
  const { next } = CLAIM_STATUS_RULES[from];
  return isCrypto && from === 'hold' ? next.filter(status => status !== 'paid') : next;
}
