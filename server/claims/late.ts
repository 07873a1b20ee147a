import type { Context } from '../context.ts';
import { attempt } from './attempt.ts';
import { received } from './facts.ts';
import { offer } from './money.ts';
import { offered } from './offered.ts';
import { present } from './recalculation.ts';

type Needs = Pick<Context, 'db' | 'now' | 'rates'>;

/** Offers made by one round; the next one makes the rest. */
const BATCH = 50;

/**
 * Makes the offers of late payments that were noted without a course: by an operator's command, which knows no prices, or
 * while there was no fresh one. Answers how many; what has no price yet waits for the next round.
 */
export async function offerLate(context: Needs): Promise<number> {
  const { db, now } = context;
  const waiting = await db
    .selectFrom('claims')
    .select('id')
    .where('status', '=', 'hold')
    .where('reason', '=', 'paid_late')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('payments').select('payments.id').whereRef('payments.claim_id', '=', 'claims.id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recalculations')
            .select('recalculations.id')
            .whereRef('recalculations.claim_id', '=', 'claims.id')
            .where('state', '=', 'offered'),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(BATCH)
    .execute();
  let count = 0;
  for (const { id } of waiting) {
    const made = await attempt(db, async trx => {
      const claim = await trx.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirst();
      const total = await received(trx, id);
      const course = claim && (await present(context, trx, claim));
      const isDue = claim?.status === 'hold' && claim.reason === 'paid_late' && !(await offered(trx, id));
      if (!isDue || total === null || !course) return { ok: false };
      await offer(trx, claim, 'paid_late', total, { at: now(), present: course });
      return { ok: true };
    });
    if (made.ok) count++;
  }
  return count;
}
