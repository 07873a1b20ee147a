import type { Verifications } from '#core/contract/verification.ts';
import { buildPageFrame, parseListPage } from '../http/listPage.ts';
import type { ProblemResult } from '../http/problemResult.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import { buildVerification } from './verificationStatus.ts';

/** Lists a page of a claim's verifications, newest first. 400 if page or size is not a positive integer. */
export async function listVerifications(
  context: ServerContext,
  claim: ClaimRow,
  query: Record<string, string>,
): Promise<{ ok: true; verifications: Verifications } | ProblemResult> {
  const parsed = parseListPage(query);
  if (!parsed.ok) return parsed;
  const { page } = parsed;
  const { db, config } = context;
  const rows = await db
    .selectFrom('verifications')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('verifications')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('claim_id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return {
    ok: true,
    verifications: {
      ...buildPageFrame(page, total, `${config.publicOrigin}/api/v1/verify/?claim=${claim.id}`),
      results: await Promise.all(rows.map(row => buildVerification(context, db, row, claim))),
    },
  };
}
