import type { Kysely } from 'kysely';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { lockFunds } from '#server/partners/ledger/postEntry.ts';
import { loadReferralTerms } from '#server/partners/ledger/referralSettings.ts';
import { findPartner } from '#server/partners/referral/partners.ts';
import { countOpenWithdrawals } from '#server/partners/withdrawals/findObstacle.ts';

/** A condition that prevents the deletion of an account. */
export interface DeletionObstacle {
  /** Code of the refusal. */
  code: 'claims_open' | 'balance_left';
  isPresent: (trx: Kysely<DatabaseSchema>, userId: string) => Promise<boolean>;
}

/** All obstacles, checked when the deletion is planned and when it is due. */
export const DELETION_OBSTACLES: readonly DeletionObstacle[] = [
  { code: 'claims_open', isPresent: hasOpenClaim },
  { code: 'balance_left', isPresent: hasBalance },
];

async function hasOpenClaim(trx: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('claims')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', OPEN_STATUSES)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account can withdraw money, now or later, or waits for a payout. A smaller balance is forfeited. */
async function hasBalance(trx: Kysely<DatabaseSchema>, userId: string): Promise<boolean> {
  const partner = await findPartner(trx, userId);
  if (!partner) return false;
  // A partner that is switched off gets no new payouts.
  if (partner.switched_off_at !== null) return (await countOpenWithdrawals(trx, partner.id)) > 0;
  const { balance } = await lockFunds(trx, partner.id, 0);
  const { minimum } = await loadReferralTerms(trx);
  return balance >= minimum || (await countOpenWithdrawals(trx, partner.id)) > 0;
}

/** Finds the first obstacle to the deletion of a locked user. */
export async function findDeletionObstacle(
  trx: Kysely<DatabaseSchema>,
  userId: string,
  obstacles: readonly DeletionObstacle[],
): Promise<DeletionObstacle | undefined> {
  for (const obstacle of obstacles) if (await obstacle.isPresent(trx, userId)) return obstacle;
  return undefined;
}
