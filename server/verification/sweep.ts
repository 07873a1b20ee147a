import { STATUSES, isClosed } from '#core/claim/status.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/database.ts';
import { repeated, type Repeated } from '../repeat.ts';

type Needs = Pick<Context, 'db' | 'now' | 'log'>;

/** Photos are kept this long after the decision on them, milliseconds. */
const KEPT = 30 * 86_400_000;

/** Verifications of one sweep; the next one takes the rest. */
const BATCH = 100;

const PAUSE = 60_000;

const CLOSED = STATUSES.filter(isClosed);

/**
 * Ends what is over: drafts and rejected ones whose claim is closed, with the photos nobody has decided on; approvals of
 * twelve months ago; photos decided on thirty days ago. Answers how many photos were erased.
 */
export async function sweep({ db, now }: Needs): Promise<number> {
  const at = BigInt(now());
  return inTransaction(db, async trx => {
    const over = await trx
      .selectFrom('verifications')
      .innerJoin('claims', 'claims.id', 'verifications.claim_id')
      .select(['verifications.id', 'verifications.decided_at'])
      .where('verifications.status', 'in', ['draft', 'rejected'])
      .where('claims.status', 'in', CLOSED)
      .limit(BATCH)
      .execute();
    await trx.deleteFrom('handoffs').where('expires_at', '<=', at).execute();
    let erased = 0n;
    for (const { id, decided_at } of over) {
      await trx
        .updateTable('verifications')
        .set({ status: 'expired', updated_at: at })
        .where('id', '=', id)
        .execute();
      const { numDeletedRows } = await trx
        .deleteFrom('files')
        .where('verification_id', '=', id)
        .where('at', '>', decided_at ?? -1n)
        .executeTakeFirst();
      erased += numDeletedRows;
    }
    await trx
      .updateTable('verifications')
      .set({ status: 'expired', updated_at: at })
      .where('status', '=', 'approved')
      .where('expires_at', '<=', at)
      .execute();
    const decided = await trx
      .selectFrom('verifications')
      .innerJoin('files', 'files.verification_id', 'verifications.id')
      .select('files.id')
      .where('verifications.decided_at', '<=', at - BigInt(KEPT))
      .whereRef('files.at', '<=', 'verifications.decided_at')
      .limit(BATCH)
      .execute();
    if (decided.length > 0) {
      const ids = decided.map(({ id }) => id);
      await trx.deleteFrom('files').where('id', 'in', ids).execute();
    }
    return Number(erased) + decided.length;
  });
}

/** The sweep that runs while the server does, every minute of real time. A failed one is logged and tried again. */
export function sweeper(context: Needs): Repeated {
  const round = async () => {
    const count = await sweep(context);
    if (count > 0) context.log.info({ count }, 'photos erased');
  };
  return repeated(PAUSE, round, error => context.log.error({ err: error }, 'sweeping verifications failed'));
}
