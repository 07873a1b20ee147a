import type { ClaimStatusCode } from '#core/claim/status.ts';
import { formatDeadline } from './formatDateTime.ts';

/** What the client has to do in a status, before its deadline. */
const AWAITED_ACTIONS: Partial<Record<ClaimStatusCode, string>> = {
  waiting: 'Оплатите',
  verification: 'Пришлите фото карты',
};

/** A claim that may have a deadline, ISO 8601. */
interface ClaimWithDeadline {
  status: ClaimStatusCode;
  deadline: string | null;
}

/** What the client has to do until when: «Оплатите до 13:02»; null if nothing is awaited of it. `now`: milliseconds. */
export function formatClaimDeadline({ status, deadline }: ClaimWithDeadline, now: number): string | null {
  const action = AWAITED_ACTIONS[status];
  return action === undefined || deadline === null
    ? null
    : `${action} до\u00a0${formatDeadline(deadline, now)}`;
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
