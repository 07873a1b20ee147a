import type { SelectQueryBuilder } from 'kysely';
import type { Verifications } from '#core/contract/verification.ts';
import { parseListPage } from '#server/platform/lists/listPage.ts';
import { openList } from '#server/platform/lists/openList.ts';
import type { ExchangeContext } from '../context.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { buildVerification } from './verificationStatus.ts';

/** Lists a page of a claim's verifications, newest first. 400 if page or size is not a positive integer. */
export function listVerifications(
  context: ExchangeContext,
  claim: ClaimRow,
  query: Record<string, string>,
): Promise<Verifications> {
  const rows = context.db.selectFrom('verifications').where('claim_id', '=', claim.id);
  return listPage(context, { query, rows, address: `?claim=${claim.id}`, findClaim: () => claim });
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
  return listPage(context, {
    query,
    rows: db.selectFrom('verifications').where('id', 'in', own),
    address: '',
    findClaim: async ({ claim_id }) => (claim_id === null ? null : loadClaimById(db, claim_id)),
  });
}

/** The verifications to list. */
interface VerificationList {
  query: Record<string, string>;
  rows: SelectQueryBuilder<DatabaseSchema, 'verifications', object>;
  /** The list's own parameters. */
  address: string;
  findClaim: (row: VerificationRow) => ClaimRow | null | Promise<ClaimRow | null>;
}

function listPage(
  context: ExchangeContext,
  { query, rows, address, findClaim }: VerificationList,
): Promise<Verifications> {
  const list = openList({
    rows,
    order: { created_at: 'desc', id: 'asc' },
    select: part => part.selectAll(),
    build: found =>
      Promise.all(found.map(async row => buildVerification(context, context.db, row, await findClaim(row)))),
  });
  return list.readPage(parseListPage(query), `${context.config.publicOrigin}/api/v1/verify/${address}`);
}
