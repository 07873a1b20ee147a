import type { ExpressionBuilder } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { hasUnsettledMoney } from '../../catalogue/reserveLedger.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { publishClaimChange } from '../claimSubscribers.ts';
import { CLOSED_STATUSES } from '../claimStatusSets.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import { eraseRequisites } from './eraseRequisites.ts';

/** Maximum number of claims per run; the next run handles the rest. */
const RETENTION_BATCH_SIZE = 100;

/**
 * Erases the personal data of claims that ended `RETENTION_DAYS` ago: card numbers, phones and names, receipts,
 * e-mails, the notes of staff, the chat of Telegram, and the answers for repeated requests. deploy/security.md lists
 * what is kept. Returns the number of claims.
 */
export async function eraseEndedClaims(context: ExchangeContext): Promise<number> {
  const { config, db, shutdown } = context;
  const at = context.now();
  const endedBefore = BigInt(at - config.retentionDays * DAY_MS);
  const claims = await db
    .selectFrom('claims')
    .select('id')
    .where(isErasable(endedBefore))
    .orderBy('updated_at')
    .limit(RETENTION_BATCH_SIZE)
    .execute();
  for (const { id } of claims) {
    if (shutdown.signal.aborted) break;
    await transactOnClaim(db, id, (trx, claim) => eraseClaim(context, trx, claim, { endedBefore, at }));
  }
  return claims.length;
}

/** In a query: whether the claim's data may be erased. Unsettled money must still be returned to its sender. */
function isErasable(endedBefore: bigint) {
  return ({ and, eb, not }: ExpressionBuilder<DatabaseSchema, 'claims'>) =>
    and([
      eb('status', 'in', CLOSED_STATUSES),
      eb('erased_at', 'is', null),
      not(hasUnsettledMoney),
      eb('updated_at', '<=', endedBefore),
    ]);
}

/** Erases the data of a locked claim, unless money has arrived since it was selected. */
async function eraseClaim(
  context: ExchangeContext,
  trx: Db,
  claim: ClaimRow,
  { endedBefore, at }: { endedBefore: bigint; at: number },
): Promise<void> {
  const { id } = claim;
  const { from, to } = getClaimCurrencies(context.catalogue, claim);
  const erase = (currency: Currency, side: 'from' | 'to', stored: string) =>
    JSON.stringify(eraseRequisites(currency, side, parseStoredRequisites(stored)));
  const { numUpdatedRows } = await trx
    .updateTable('claims')
    .set({
      from_requisites: erase(from, 'from', claim.from_requisites),
      to_requisites: erase(to, 'to', claim.to_requisites),
      refund_requisites: claim.refund_requisites && erase(from, 'from', claim.refund_requisites),
      erased_at: BigInt(at),
    })
    .where('id', '=', id)
    .where(isErasable(endedBefore))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx.deleteFrom('files').where('claim_id', '=', id).execute();
  await trx.deleteFrom('claim_notes').where('claim_id', '=', id).execute();
  await trx.deleteFrom('idempotency_keys').where('claim_id', '=', id).execute();
  await publishClaimChange(context, trx, 'erased', { claim, at });
}
