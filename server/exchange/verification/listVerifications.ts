import type { SelectQueryBuilder } from 'kysely';
import type { Verifications } from '#core/contract/verification.ts';
import { buildPageFrame, parseListPage } from '#server/platform/http/listPage.ts';
import type { ExchangeContext } from '../context.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { buildVerification } from './verificationStatus.ts';
import { countRows } from '#server/platform/database/countRows.ts';

/** Lists a page of a claim's verifications, newest first. 400 if page or size is not a positive integer. */
export function listVerifications(
  context: ExchangeContext,
  claim: ClaimRow,
  query: Record<string, string>,
): Promise<Verifications> {
  const selected = context.db.selectFrom('verifications').where('claim_id', '=', claim.id);
  return listPage(context, { query, selected, address: `?claim=${claim.id}`, findClaim: () => claim });
}

/** Lists a page of an account's verifications, of its claims and of its saved cards, newest first. */
export function listAccountVerifications(
  context: ExchangeContext,
  userId: string,
  query: Record<string, string>,
): Promise<Verifications> {
  const { db } = context;
  const ofClaims = db
    .selectFrom('claims')
    .innerJoin('verifications', 'verifications.claim_id', 'claims.id')
    .select('verifications.id')
    .where('claims.user_id', '=', userId);
  const own = db.selectFrom('verifications').select('id').where('user_id', '=', userId).unionAll(ofClaims);
  const selected = db.selectFrom('verifications').where('id', 'in', own);
  return listPage(context, {
    query,
    selected,
    address: '',
    findClaim: async ({ claim_id }) => (claim_id === null ? null : loadClaimById(db, claim_id)),
  });
}

/** The verifications to list. */
interface VerificationList {
  query: Record<string, string>;
  selected: SelectQueryBuilder<DatabaseSchema, 'verifications', object>;
  /** The list's own parameters. */
  address: string;
  findClaim: (row: VerificationRow) => ClaimRow | null | Promise<ClaimRow | null>;
}

async function listPage(
  context: ExchangeContext,
  { query, selected, address, findClaim }: VerificationList,
): Promise<Verifications> {
  const page = parseListPage(query);
  const { db, config } = context;
  const rows = await selected
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.size)
    .offset(page.offset)
    .execute();
  const total = await countRows(selected);
  const results = rows.map(async row => buildVerification(context, db, row, await findClaim(row)));
  return {
    ...buildPageFrame(page, total, `${config.publicOrigin}/api/v1/verify/${address}`),
    results: await Promise.all(results),
  };
}
