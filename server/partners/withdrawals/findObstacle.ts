import { MAX_OPEN_WITHDRAWALS } from '#core/contract/account/withdrawals.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { isPartnerOff } from '../referral/partnerState.ts';
import { formatFunds, type PartnerFunds } from '../ledger/postEntry.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** Why a partner cannot withdraw now: the status of the refusal, its code, and the values of its sentence. */
export interface PayoutObstacle {
  status: 403 | 409;
  code: 'partner_off' | 'payouts_frozen' | 'payout_delayed' | 'withdrawal_open' | 'withdrawal_minimum';
  /** End of the obstacle, milliseconds; null: it does not end by itself. */
  until: bigint | null;
  data: { min?: string; max?: string; reason?: string };
}

/** Finds the obstacle to any withdrawal of a partner now, apart from the requisite. */
export async function findObstacle(
  db: Db,
  {
    user,
    partner,
    funds,
    minimum,
    now,
  }: {
    user: Pick<UserRow, 'blocked_at' | 'payouts_frozen_until'>;
    partner: PartnerRow;
    funds: PartnerFunds;
    minimum: Units;
    now: number;
  },
): Promise<PayoutObstacle | null> {
  if (isPartnerOff({ ...partner, ...user }))
    return {
      status: 403,
      code: 'partner_off',
      until: null,
      data: { reason: partner.switched_off_reason ?? '' },
    };
  const frozenUntil = user.payouts_frozen_until;
  if (frozenUntil !== null && frozenUntil > BigInt(now))
    return { status: 403, code: 'payouts_frozen', until: frozenUntil, data: {} };
  if ((await countOpenWithdrawals(db, partner.id)) >= MAX_OPEN_WITHDRAWALS)
    return {
      status: 409,
      code: 'withdrawal_open',
      until: null,
      data: { max: String(MAX_OPEN_WITHDRAWALS) },
    };
  if (funds.available < minimum)
    return {
      status: 409,
      code: 'withdrawal_minimum',
      until: null,
      data: { min: formatFunds(minimum - funds.available) },
    };
  return null;
}

/** Counts the undecided withdrawals of a partner. */
export const countOpenWithdrawals = (db: Db, partnerId: string): Promise<number> =>
  countRows(
    db.selectFrom('partner_withdrawals').where('partner_id', '=', partnerId).where('status', '=', 0n),
  );
