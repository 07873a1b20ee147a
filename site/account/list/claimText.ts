import type { AccountClaim } from '#core/contract/account/accountClaim.ts';
import { CLAIM_STATUS_RULES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { formatDateTime, formatTimeOfDay } from '../../claim/formatDateTime.ts';

type Side = AccountClaim['from'];

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

/** The label of a status. */
export const getStatusLabel = (status: ClaimStatusCode): string => CLAIM_STATUS_RULES[status].label;

/** Name of a side: the ticker of a coin, the name of a bank. */
export const getSideName = ({ currency, name }: Side): string => (currency === 'RUB' ? name : currency);

/** Text of a side with its network: «USDT TRC20», «Сбербанк». */
export function formatSide(side: Side): string {
  return side.currency === 'RUB' || !side.network
    ? getSideName(side)
    : `${side.currency}\u00a0${side.network}`;
}

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
