/** All claim statuses and their transitions. Client and server use this table; no other code orders statuses. */

interface StatusRule {
  /** Displayed label, Russian. */
  label: string;
  /** Statuses that may follow. */
  next: readonly ClaimStatusCode[];
  /** Closed claims hold no reserve, are not counted as open and are polled rarely or not at all. */
  isClosed: boolean;
}

/** All statuses: the open ones in the order of a claim's progress, then the closed ones. */
export const CLAIM_STATUSES = [
  'new',
  'verification',
  'requisites',
  'waiting',
  'claimed',
  'confirming',
  'aml',
  'hold',
  'paid',
  'payout',
  'payout_error',
  'refunding',
  'completed',
  'refunded',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type ClaimStatusCode = (typeof CLAIM_STATUSES)[number];

/**
 * Reasons of a status change, for example why a claim is on hold. `refund_elsewhere`: the client wants the refund on
 * other requisites than those of the payment. `refund_disputed`: the recipient of the e-mail about it has stopped it.
 * Older clients reject an unknown reason, so the API sends a newer one as `cause`, with the `reason` `manual`.
 */
export const CLAIM_REASONS = [
  'underpaid',
  'overpaid',
  'paid_late',
  'rate_moved',
  'aml_risk',
  'sender_mismatch',
  'verification_failed',
  'manual',
  'refund_elsewhere',
  'refund_disputed',
] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];

const openStatus = (label: string, ...next: ClaimStatusCode[]): StatusRule => ({
  label,
  next,
  isClosed: false,
});
const closedStatus = (label: string, ...next: ClaimStatusCode[]): StatusRule => ({
  label,
  next,
  isClosed: true,
});

/** Label, allowed next statuses and `isClosed` of each status. */
export const CLAIM_STATUS_RULES: Readonly<Record<ClaimStatusCode, StatusRule>> = {
  new: openStatus('Новая заявка', 'verification', 'requisites', 'waiting', 'cancelled'),
  verification: openStatus(
    'Ожидает верификации карты',
    'requisites',
    'waiting',
    'hold',
    'rejected',
    'cancelled',
    'expired',
  ),
  requisites: openStatus('Подбираем реквизиты', 'waiting', 'hold', 'cancelled', 'rejected'),
  waiting: openStatus('Ожидает оплаты', 'claimed', 'confirming', 'cancelled', 'expired'),
  claimed: openStatus('Вы сообщили об оплате', 'confirming', 'paid', 'hold', 'expired'),
  confirming: openStatus('Ждём подтверждений сети', 'aml', 'hold'),
  aml: openStatus('AML-проверка', 'paid', 'hold'),
  hold: openStatus('На проверке', 'waiting', 'confirming', 'paid', 'refunding', 'rejected', 'cancelled'),
  paid: openStatus('Оплачена', 'payout', 'hold'),
  payout: openStatus('Отправляем средства', 'completed', 'payout_error'),
  payout_error: openStatus('Выплата задерживается', 'payout', 'refunding'),
  refunding: openStatus('Оформляем возврат', 'refunded', 'hold'),
  completed: closedStatus('Выполнена'),
  refunded: closedStatus('Средства возвращены'),
  rejected: closedStatus('Отклонена'),
  expired: closedStatus('Время оплаты истекло', 'hold'),
  cancelled: closedStatus('Отменена', 'hold'),
};

/** Whether the transition is allowed. */
export function canTransition(from: ClaimStatusCode, to: ClaimStatusCode): boolean {
  return CLAIM_STATUS_RULES[from].next.includes(to);
}

/** Whether a claim in this status holds no reserve and is not counted as open. */
export function isClosedStatus(status: ClaimStatusCode): boolean {
  return CLAIM_STATUS_RULES[status].isClosed;
}

/** Whether the client may always cancel in this status: nothing has been paid yet. */
export function isCancellableStatus(status: ClaimStatusCode): boolean {
  return status !== 'hold' && canTransition(status, 'cancelled');
}

/** Actions of a client on a claim. The server lists the allowed ones in `can`. */
export const CLAIM_ACTIONS = ['confirm', 'bill', 'cancel', 'verify', 'accept', 'refund'] as const;
export type ClaimAction = (typeof CLAIM_ACTIONS)[number];

/** Facts that decide, besides the status, which actions are allowed. */
export interface ClaimActionFacts {
  /** The claim is on hold because its course moved before it could be paid; false without our server. */
  isRepricedUnpaid?: boolean;
  /** A recalculation awaits the client's decision. */
  isRecalculationOffered: boolean;
  /** The client has entered where to send the refund. */
  isRefundDestinationKnown: boolean;
}

/** Actions that a client may perform in this status. */
export function getStatusActions(
  status: ClaimStatusCode,
  { isRepricedUnpaid, isRecalculationOffered, isRefundDestinationKnown }: ClaimActionFacts,
): ClaimAction[] {
  if (isRepricedUnpaid) return isRecalculationOffered ? ['accept', 'cancel'] : ['cancel'];
  const allowed: ClaimAction[] = [];
  if (status === 'waiting') allowed.push('confirm');
  if (status === 'waiting' || status === 'claimed' || status === 'hold') allowed.push('bill');
  if (status === 'verification') allowed.push('verify');
  if (status === 'hold' && isRecalculationOffered) allowed.push('accept', 'refund');
  if (status === 'refunding' && !isRefundDestinationKnown) allowed.push('refund');
  if (isCancellableStatus(status)) allowed.push('cancel');
  return allowed;
}
