import { CLAIM_STATUS_RULES, isClosedStatus, type ClaimStatusCode } from '#core/claim/status.ts';
import { formatDeadline } from './formatDateTime.ts';

/** Appearance of a status: finished well, finished badly, awaiting an action, or neither. */
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

/** Labels that fit a list on a phone. The claim's own page has longer texts. */
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
  expired: 'Не оплачена',
};

/** The label of a status in a list. */
export const getStatusLabel = (status: ClaimStatusCode): string =>
  SHORT_LABELS[status] ?? CLAIM_STATUS_RULES[status].label;

/** Closed without an exchange: the amounts of the claim were not exchanged. */
const NOT_EXCHANGED: ReadonlySet<ClaimStatusCode> = new Set(['cancelled', 'expired', 'rejected', 'refunded']);

/** Whether the amounts of a claim with this status are, or may still be, exchanged. */
export const isExchange = (status: ClaimStatusCode): boolean => !NOT_EXCHANGED.has(status);

/** The client's action in a status, before its deadline. */
const AWAITED_ACTIONS: Partial<Record<ClaimStatusCode, string>> = {
  waiting: 'Оплатите',
  verification: 'Пришлите фото карты',
};

/** A claim that may have a deadline, ISO 8601. */
interface ClaimWithDeadline {
  status: ClaimStatusCode;
  deadline: string | null;
}

/** The client's next action and its deadline: «Оплатите до 13:02»; null if none is awaited. `now`: milliseconds. */
export function formatClaimDeadline({ status, deadline }: ClaimWithDeadline, now: number): string | null {
  const action = AWAITED_ACTIONS[status];
  return action === undefined || deadline === null ? null : `${action} до ${formatDeadline(deadline, now)}`;
}

/** Finds the claim whose client has the least time left; undefined without such a claim. */
export function findMostUrgent<Claim extends ClaimWithDeadline>(claims: readonly Claim[]): Claim | undefined {
  const getTime = ({ deadline }: Claim) => (deadline === null ? Infinity : Date.parse(deadline));
  return claims
    .filter(({ status }) => status in AWAITED_ACTIONS)
    .reduce<Claim | undefined>(
      (first, claim) => (first && getTime(first) <= getTime(claim) ? first : claim),
      undefined,
    );
}
