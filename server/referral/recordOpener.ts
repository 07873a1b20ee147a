import type { Context } from 'hono';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';

/** A claim that a shop has created through its API, and that its client has not opened yet. */
export const NOT_OPENED = '';

/** Largest number of claims in memory. */
const MAX_REMEMBERED_CLAIMS = 10_000;

/**
 * Returns the function that records from which network the client of a shop opens its claim, once: the creation came from
 * the shop's server. `c`: a request with the claim's secret. Only a page of our site counts, which the browser says; the
 * shop's server may read the claim, too.
 */
export function createOpenerRecorder({ db, keys }: Pick<ServerContext, 'db' | 'keys'>) {
  /** Claims whose opener is recorded, or that have none: a page that polls costs one statement. */
  const settled = new Set<string>();
  return async (c: Context, { id, refferal }: Pick<ClaimRow, 'id' | 'refferal'>): Promise<void> => {
    if (refferal === null || settled.has(id) || c.req.header('sec-fetch-site') !== 'same-origin') return;
    const row = await db
      .selectFrom('claim_referrals')
      .select('opener_hash')
      .where('claim_id', '=', id)
      .executeTakeFirst();
    if (row?.opener_hash === NOT_OPENED)
      await db
        .updateTable('claim_referrals')
        .set({ opener_hash: keys.hash('claim-address', c.var.clientNetwork) })
        .where('claim_id', '=', id)
        .where('opener_hash', '=', NOT_OPENED)
        .execute();
    if (settled.size >= MAX_REMEMBERED_CLAIMS) settled.clear();
    settled.add(id);
  };
}
