import * as v from 'valibot';
import type { Verifications } from '#core/contract/verification.ts';
import { fields, type Refusal } from '../claims/refusal.ts';
import type { Context } from '../context.ts';
import type { ClaimRow } from '../database/schema.ts';
import { view } from './state.ts';

/** Most verifications of one page of the list. */
const MOST = 100;

const whole = v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number));
const Page = v.object({ page: v.optional(whole, '1'), size: v.optional(whole, '20') });

/** A page of a claim's verifications, the newest first. 400 for a page or size that is no number from 1. */
export async function list(
  context: Context,
  claim: ClaimRow,
  query: Record<string, string>,
): Promise<{ ok: true; list: Verifications } | Refusal> {
  const read = v.safeParse(Page, query);
  if (!read.success) return fields({ [v.getDotPath(read.issues[0]) ?? 'page']: { code: 'body_invalid' } });
  const { page } = read.output;
  const size = Math.min(MOST, read.output.size);
  const { db, config } = context;
  const rows = await db
    .selectFrom('verifications')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('verifications')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('claim_id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const count = Number(total);
  const at = (page: number) =>
    `${config.publicOrigin}/api/v1/verify/?claim=${claim.id}&page=${page}&size=${size}`;
  return {
    ok: true,
    list: {
      count,
      next: page * size < count ? at(page + 1) : null,
      previous: page > 1 ? at(page - 1) : null,
      results: await Promise.all(rows.map(row => view(context, db, row, claim))),
    },
  };
}
