import type { Kysely, Selectable } from 'kysely';
import { REFERRAL_DECIMALS, type Reckoning } from '#core/contract/account/referral.ts';
import { decimalToUnits } from '#core/exchange/amount.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { PartnerEntryRow } from '#server/platform/database/partnerRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { decideAccrual, findClaimEntry, isWaiting, postAccrual } from './postAccrual.ts';
import { lockFunds } from './postEntry.ts';
import type { ProfitShare } from './calculateProfitShare.ts';

// A claim that only its shop's servers have read may be the shop's own. Its line has the amount 0 and the reason
// `not_opened`. The decision deletes this line and adds a new one: lines with an amount never change.

/** Decides the pending accrual of a locked claim that has been opened, by the terms of its completion. */
export async function settleWaitingAccrual(
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  now: number,
): Promise<void> {
  const entry = await findClaimEntry(trx, claim.id, 'accrual');
  if (!entry || !isWaiting(entry)) return;
  const referral = await trx
    .selectFrom('claim_referrals')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const reason = await decideAccrual(trx, { claim, referral, profitShare: parseProfitShare(entry) });
  if (reason !== 'not_opened') await replaceWaitingAccrual(trx, entry, { reason, now });
}

/** Voids the accrual of a locked claim if it is pending. `reason`: code or sentence. Returns its line, else null. */
export async function voidWaitingAccrual(
  trx: Kysely<DatabaseSchema>,
  claimId: string,
  { reason, now }: { reason: string; now: number },
): Promise<Selectable<PartnerEntryRow> | null> {
  const entry = await findClaimEntry(trx, claimId, 'accrual');
  return entry && isWaiting(entry) ? replaceWaitingAccrual(trx, entry, { reason, now }) : null;
}

async function replaceWaitingAccrual(
  trx: Kysely<DatabaseSchema>,
  entry: Selectable<PartnerEntryRow>,
  { reason, now }: { reason: string | null; now: number },
): Promise<Selectable<PartnerEntryRow>> {
  const { id, partner_id: partnerId, claim_id: claimId } = entry;
  if (claimId === null) throw new Error(`Accrual ${id} has no claim`);
  await lockFunds(trx, partnerId, now);
  await trx.deleteFrom('partner_entries').where('id', '=', id).where('amount', '=', 0n).execute();
  return postAccrual(trx, { claimId, partnerId, reason, profitShare: parseProfitShare(entry) }, now);
}

function parseProfitShare({ reckoning }: Selectable<PartnerEntryRow>): ProfitShare | null {
  if (reckoning === null) return null;
  const parsed = JSON.parse(reckoning) as Reckoning;
  return { reckoning: parsed, amount: decimalToUnits(parsed.summa, REFERRAL_DECIMALS) };
}
