import { findCardOfClaim } from '../claims/storedRequisites.ts';
import type { Transaction } from 'kysely';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { startPayment } from '../claims/payment/startPayment.ts';
import { transitionClaim } from '../claims/status/transitionClaim.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { findCardVerifications } from './cardVerifications.ts';
import { getVerificationStatus } from './verificationStatus.ts';

/**
 * Moves claims to payment that wait for a card which their account has verified elsewhere: as a saved card, or for
 * another claim. Runs after such an approval, and regularly, so that no claim is missed; safe to repeat. Returns the
 * number of claims.
 */
export async function payApprovedClaims(context: ExchangeContext): Promise<number> {
  const { db, keys, log, now } = context;
  const waiting = await db
    .selectFrom('claims')
    .select(['id', 'user_id', 'from_requisites', 'to_requisites'])
    .where('status', '=', 'verification')
    .where('user_id', 'is not', null)
    .execute();
  const ids: string[] = [];
  for (const { id, user_id, ...requisites } of waiting) {
    const card = findCardOfClaim(requisites);
    if (!card || user_id === null) continue;
    const rows = await findCardVerifications(db, user_id, keys.listHashes('card', card.number));
    if (rows.some(row => getVerificationStatus(row, row.claim, now()) === 'approved')) ids.push(id);
  }
  let count = 0;
  for (const id of ids)
    try {
      // The claim is locked first, as in every transaction that needs both locks.
      const hasGoneOn = await transactOnClaim(db, id, async (trx, claim) => {
        if (claim.status !== 'verification') return false;
        await proceedToPayment(context, trx, claim, now());
        return true;
      });
      if (hasGoneOn) count++;
    } catch (error) {
      log.error({ err: error, claim: id }, 'Cannot go on with a claim whose card is approved');
    }
  return count;
}

/** Starts the payment of a claim with an approved card. Without a free requisite the claim becomes `requisites`. */
export async function proceedToPayment(
  context: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
): Promise<void> {
  const change = { actor: 'operator', note: 'card approved', now } as const;
  const proceed = async () =>
    (await startPayment(context, trx, claim, change)) ??
    (await transitionClaim(context, trx, { ...change, id: claim.id, to: 'requisites' }));
  await proceed().catch(
    onRefusal(({ code }) => {
      throw new Error(`A claim with an approved card cannot be paid: ${code}`);
    }),
  );
}
