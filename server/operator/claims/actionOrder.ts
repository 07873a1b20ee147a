import { isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';

type ActionName = NonNullable<OperatorClaimDetail['likelyAction']>;

/** Statuses that end a claim without an exchange: their actions are the last ones, in this order. */
const DESTRUCTIVE_STATUSES: readonly ClaimStatusCode[] = ['expired', 'cancelled', 'rejected'];

/** Status → what usually follows. A card is decided on «Проверки карт». */
const LIKELY_ACTIONS: Partial<Record<ClaimStatusCode, ActionName>> = {
  requisites: 'waiting',
  waiting: 'payment',
  claimed: 'payment',
  aml: 'paid',
  paid: 'payout',
  payout: 'completed',
  payout_error: 'payout',
  refunding: 'refunded',
};

/** What decides about the likely action besides the claim itself. */
export interface LikelyFacts {
  actions: readonly { to: ClaimStatusCode }[];
  isPayable: boolean;
  isMoneyReceived: boolean;
  isMoneyUnsettled: boolean;
  /** Whether the refund has no destination. */
  isRefundUnnamed: boolean;
  isCrypto: boolean;
}

/** Returns what staff does next with the claim in the usual case; null if it waits for something else. */
export function findLikelyAction(
  { status, reason }: Pick<ClaimRow, 'status' | 'reason'>,
  facts: LikelyFacts,
): ActionName | null {
  if (isClosedStatus(status)) return facts.isMoneyUnsettled ? 'return' : null;
  if (status === 'refunding' && facts.isRefundUnnamed) return 'destination';
  const likely = status === 'hold' ? findWayOut(reason, facts) : (LIKELY_ACTIONS[status] ?? null);
  const isPossible = likely === 'payment' ? facts.isPayable : facts.actions.some(({ to }) => to === likely);
  return isPossible ? likely : null;
}

/** How a hold usually ends. After money that came late, or a course that moved, the client decides on the offer. */
function findWayOut(
  reason: ClaimRow['reason'],
  { isMoneyReceived, isCrypto }: LikelyFacts,
): ActionName | null {
  if (!isMoneyReceived) return reason === 'rate_moved' ? 'waiting' : 'payment';
  if (reason === 'paid_late' || reason === 'rate_moved') return null;
  if (reason === 'underpaid') return 'waiting';
  if (reason === 'overpaid' || reason === 'manual' || reason === null)
    return isCrypto ? 'confirming' : 'paid';
  return 'refunding';
}

/** Moves the actions that end a claim without an exchange to the end. */
export const orderActions = <Action extends { to: ClaimStatusCode }>(actions: readonly Action[]): Action[] =>
  actions.toSorted((a, b) => DESTRUCTIVE_STATUSES.indexOf(a.to) - DESTRUCTIVE_STATUSES.indexOf(b.to));
