import * as v from 'valibot';
import type { Verifications } from '#core/contract/verification.ts';
import { createFieldProblem, type ProblemResult } from '../http/problemResult.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import { buildVerification } from './verificationStatus.ts';

/** Maximum number of verifications per page. */
const MAX_PAGE_SIZE = 100;

const PositiveInteger = v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/), v.transform(Number));
const PageQuery = v.object({
  page: v.optional(PositiveInteger, '1'),
  size: v.optional(PositiveInteger, '20'),
});

/** Lists a page of a claim's verifications, newest first. 400 if page or size is not a positive integer. */
export async function listVerifications(
  context: ServerContext,
  claim: ClaimRow,
  query: Record<string, string>,
): Promise<{ ok: true; verifications: Verifications } | ProblemResult> {
  const parsed = v.safeParse(PageQuery, query);
  if (!parsed.success)
    return createFieldProblem({ [v.getDotPath(parsed.issues[0]) ?? 'page']: { code: 'body_invalid' } });
  const { page } = parsed.output;
  const size = Math.min(MAX_PAGE_SIZE, parsed.output.size);
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
  const pageUrl = (page: number) =>
    `${config.publicOrigin}/api/v1/verify/?claim=${claim.id}&page=${page}&size=${size}`;
  return {
    ok: true,
    verifications: {
      count,
      next: page * size < count ? pageUrl(page + 1) : null,
      previous: page > 1 ? pageUrl(page - 1) : null,
      results: await Promise.all(rows.map(row => buildVerification(context, db, row, claim))),
    },
  };
}
