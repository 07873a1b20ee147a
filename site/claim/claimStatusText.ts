import { CLAIM_STATUS_RULES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';

/** How a status looks: finished well, finished badly, waits for somebody, or neither. */
export type StatusTone = 'success' | 'failure' | 'pending' | 'neutral';

const CLOSED_TONES: Partial<Record<ClaimStatusCode, StatusTone>> = {
  completed: 'success',
  rejected: 'failure',
  expired: 'failure',
};

/** The tone of a status. */
export function getStatusTone(status: ClaimStatusCode): StatusTone {
  return isClosedStatus(status) ? (CLOSED_TONES[status] ?? 'neutral') : 'pending';
}

/** Labels that fit a list on a phone. The claim's own page says more. */
const SHORT_LABELS: Partial<Record<ClaimStatusCode, string>> = {
  new: 'Новая',
  verification: 'Проверка карты',
  requisites: 'Готовим реквизиты',
  waiting: 'Ждёт оплаты',
  claimed: 'Проверяем оплату',
  confirming: 'Ждём сеть',
  payout: 'Выплачиваем',
  payout_error: 'Задержка выплаты',
  refunding: 'Возвращаем',
  refunded: 'Возвращена',
  expired: 'Не\u00a0оплачена',
};

/** The label of a status in a list. */
export const getStatusLabel = (status: ClaimStatusCode): string =>
  SHORT_LABELS[status] ?? CLAIM_STATUS_RULES[status].label;

/** Closed without an exchange: the sums of the claim were not exchanged. */
const NOT_EXCHANGED: ReadonlySet<ClaimStatusCode> = new Set(['cancelled', 'expired', 'rejected', 'refunded']);

/** Whether the sums of a claim with this status are, or may still be, exchanged. */
export const isExchange = (status: ClaimStatusCode): boolean => !NOT_EXCHANGED.has(status);
