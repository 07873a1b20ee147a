import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import { CLAIM_STATUS_RULES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { formatDateTime, formatTimeOfDay } from '../../claim/formatDateTime.ts';

/** «1 заявка», «2 заявки», «5 заявок». */
export const CLAIM_FORMS = ['заявка', 'заявки', 'заявок'] as const;

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

/** The course of a claim: «1 USDT = 81,42 ₽». */
export function formatClaimCourse({
  course,
  from,
  to,
}: Pick<AccountClaim, 'course' | 'from' | 'to'>): string {
  return formatCourseLine(toDisplayedCourse(course, from.currency, to.currency));
}

const otherYearFormat = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** When a claim was created, seen at `now` (milliseconds): «сегодня, 12:42», «19 ноября, 18:07», «19.11.2025, 18:07». */
export function formatCreatedAt(instant: string, now: number): string {
  const [at, today] = [new Date(instant), new Date(now)];
  if (at.toDateString() === today.toDateString()) return `сегодня, ${formatTimeOfDay(instant)}`;
  if (at.getFullYear() === today.getFullYear()) return formatDateTime(instant);
  return `${otherYearFormat.format(at)}, ${formatTimeOfDay(instant)}`;
}
