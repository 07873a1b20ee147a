import type { DetailedClaim } from '#core/contract/account/accountClaim.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { createTimeFormat, formatTimeOfDay } from '#core/timeFormat.ts';

/** «1 заявка», «2 заявки», «5 заявок». */
export const CLAIM_FORMS = ['заявка', 'заявки', 'заявок'] as const;

/** The course of a claim: «1 USDT = 81,42 ₽». */
export function formatClaimCourse({
  course,
  from,
  to,
}: Pick<DetailedClaim, 'course' | 'from' | 'to'>): string {
  return formatCourseLine(toDisplayedCourse(course, from.currency, to.currency));
}

const formatOtherYear = createTimeFormat({
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** When a claim was created, seen at `now` (milliseconds): «сегодня, 12:42», «19 ноября, 18:07», «19.11.2025, 18:07». */
export function formatCreatedAt(instant: string, now: number): string {
  const [at, today] = [new Date(instant), new Date(now)];
  if (at.toDateString() === today.toDateString()) return `сегодня, ${formatTimeOfDay(instant)}`;
  if (at.getFullYear() === today.getFullYear()) return formatDateTime(instant);
  return `${formatOtherYear(instant)}, ${formatTimeOfDay(instant)}`;
}
