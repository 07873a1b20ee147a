import type { Kysely } from 'kysely';
import { createBackgroundJob, type BackgroundJob } from '../../backgroundJob.ts';
import { hasUnsettledMoney } from '../../catalogue/reserveLedger.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow } from '../../database/claimRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { CLOSED_STATUSES } from '../claimStatusSets.ts';
import { transactOnClaim } from '../lockClaim.ts';
import { parseStoredRequisites } from '../storedRequisites.ts';
import { getClaimCurrencies } from '../view/claimStatus.ts';
import { eraseRequisites } from './eraseRequisites.ts';

type RetentionContext = Pick<ServerContext, 'catalogue' | 'config' | 'db' | 'now' | 'log'>;

const DAY_MS = 86_400_000;

/** Maximum number of claims per run; the next run handles the rest. */
const RETENTION_BATCH_SIZE = 100;

const RETENTION_INTERVAL_MS = 60_000;

/**
 * Erases the personal data of claims that ended `RETENTION_DAYS` ago: card numbers, phones and names, receipts,
 * letters, and the answers for repeated requests. deploy/README.md lists what stays. Returns the number of claims.
 */
export async function eraseEndedClaims({ catalogue, config, db, now }: RetentionContext): Promise<number> {
  const at = now();
  const claims = await db
    .selectFrom('claims')
    .select(['id', 'from_id', 'to_id', 'from_requisites', 'to_requisites'])
    .where('status', 'in', CLOSED_STATUSES)
    .where('erased_at', 'is', null)
    // Its sender is still to be paid back.
    .where(({ not }) => not(hasUnsettledMoney))
    .where('updated_at', '<=', BigInt(at - config.retentionDays * DAY_MS))
    .orderBy('updated_at')
    .limit(RETENTION_BATCH_SIZE)
    .execute();
  for (const claim of claims) {
    const { from, to } = getClaimCurrencies(catalogue, claim);
    const requisites = {
      from_requisites: JSON.stringify(
        eraseRequisites(from, 'from', parseStoredRequisites(claim.from_requisites)),
      ),
      to_requisites: JSON.stringify(eraseRequisites(to, 'to', parseStoredRequisites(claim.to_requisites))),
    };
    await transactOnClaim(db, claim.id, async trx => {
      await eraseClaim(trx, claim, requisites, at);
      return { ok: true };
    });
  }
  return claims.length;
}

async function eraseClaim(
  trx: Kysely<DatabaseSchema>,
  { id }: Pick<ClaimRow, 'id'>,
  requisites: Pick<ClaimRow, 'from_requisites' | 'to_requisites'>,
  at: number,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('claims')
    .set({ ...requisites, erased_at: BigInt(at) })
    .where('id', '=', id)
    // Late money may have opened the claim again.
    .where('status', 'in', CLOSED_STATUSES)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx.deleteFrom('files').where('claim_id', '=', id).execute();
  await trx.deleteFrom('idempotency_keys').where('claim_id', '=', id).execute();
  await trx.deleteFrom('mail').where('claim_id', '=', id).where('sent_at', 'is', null).execute();
  await trx
    .updateTable('mail')
    .set({ recipient: '', mailbox: '', subject: '', text: '' })
    .where('claim_id', '=', id)
    .where('sent_at', 'is not', null)
    .execute();
}

/** Creates the job that erases the data of ended claims every minute. A failed run is logged and retried. */
export function createRetentionJob(context: RetentionContext): BackgroundJob {
  const runOnce = async () => {
    const count = await eraseEndedClaims(context);
    if (count > 0) context.log.info({ count }, 'Personal data of ended claims erased');
  };
  return createBackgroundJob('retention', RETENTION_INTERVAL_MS, runOnce, error =>
    context.log.error({ err: error }, 'Cannot erase the data of ended claims'),
  );
}
