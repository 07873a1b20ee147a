import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { eraseAccountMail, ERASED_MAIL } from '../../mail/eraseAccountMail.ts';
import { createBackgroundJob, type BackgroundJob } from '../../backgroundJob.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { hasUnsettledMoney } from '../../catalogue/reserveLedger.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { NOT_OPENED } from '../../referral/claimNetworks.ts';
import { voidWaitingAccrual } from '../../referral/ledger/waitingAccrual.ts';
import { CLOSED_STATUSES } from '../claimStatusSets.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';
import { eraseClaimChat } from '../../telegram/claimChat.ts';
import { deleteOldTelegramRows } from '../../telegram/deleteOldTelegramRows.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import { eraseRequisites } from './eraseRequisites.ts';

type RetentionContext = Pick<
  ServerContext,
  'catalogue' | 'config' | 'db' | 'now' | 'log' | 'shutdown' | 'telegram'
>;

/** Maximum number of claims per run; the next run handles the rest. */
const RETENTION_BATCH_SIZE = 100;

const RETENTION_INTERVAL_MS = 60_000;

/**
 * Erases the personal data of claims that ended `RETENTION_DAYS` ago: card numbers, phones and names, receipts,
 * letters, the chat of Telegram, and the answers for repeated requests. deploy/security.md lists what is kept. Returns
 * the number of claims.
 */
export async function eraseEndedClaims({
  catalogue,
  config,
  db,
  now,
  shutdown,
}: Omit<RetentionContext, 'log' | 'telegram'>): Promise<number> {
  const at = now();
  const endedBefore = BigInt(at - config.retentionDays * DAY_MS);
  const claims = await db
    .selectFrom('claims')
    .select('id')
    .where(isErasable(endedBefore))
    .orderBy('updated_at')
    .limit(RETENTION_BATCH_SIZE)
    .execute();
  for (const { id } of claims) {
    if (shutdown.isStopping()) break;
    await transactOnClaim(db, id, async (trx, claim) => {
      if (claim) await eraseClaim(trx, claim, { catalogue, endedBefore, at });
    });
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
  trx: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { catalogue, endedBefore, at }: Pick<RetentionContext, 'catalogue'> & { endedBefore: bigint; at: number },
): Promise<void> {
  const { id } = claim;
  const { from, to } = getClaimCurrencies(catalogue, claim);
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
  if (claim.refferal !== null) {
    await trx
      .updateTable('claim_referrals')
      .set({
        requisite_hashes: null,
        utm: null,
        creator_hash: null,
        // Late money may reopen a claim. A claim created by the API then counts as not opened.
        opener_hash: sql<string | null>`case when opener_hash is null then null else ${NOT_OPENED} end`,
        network_hashes: null,
      })
      .where('claim_id', '=', id)
      .execute();
    await voidWaitingAccrual(trx, id, { reason: 'never_opened', now: at });
  }
  await trx.deleteFrom('files').where('claim_id', '=', id).execute();
  await trx.deleteFrom('idempotency_keys').where('claim_id', '=', id).execute();
  await eraseClaimChat(trx, id);
  await trx.deleteFrom('mail').where('claim_id', '=', id).where('sent_at', 'is', null).execute();
  await trx
    .updateTable('mail')
    .set(ERASED_MAIL)
    .where('claim_id', '=', id)
    .where('sent_at', 'is not', null)
    .execute();
}

/**
 * Creates the job that erases the data of ended claims, and old messages, every minute. Logs and retries a failed run.
 */
export function createRetentionJob(context: RetentionContext): BackgroundJob {
  const runOnce = async () => {
    const count = await eraseEndedClaims(context);
    if (count > 0) context.log.info({ count }, 'Personal data of ended claims erased');
    const letterCount = await eraseAccountMail(context);
    if (letterCount > 0) context.log.info({ count: letterCount }, 'Letters about accounts erased');
    await deleteOldTelegramRows(context);
  };
  return createBackgroundJob('retention', RETENTION_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot erase the data of ended claims'),
  );
}
