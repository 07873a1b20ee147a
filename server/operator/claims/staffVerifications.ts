import * as v from 'valibot';
import type { OperatorVerification } from '#core/contract/operator/verifications.ts';
import { VERIFICATION_STATUSES } from '#core/contract/verification.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { VerificationDecision } from '#server/exchange/verification/decideVerification.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { createProblem, notFoundProblem, onRefusal } from '#server/platform/http/problem.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { selectRows } from '../selectRows.ts';
import { decideCard } from './decideCard.ts';
import { listStoredFiles } from './storedFiles.ts';
import { findAuthor } from '../auditLog.ts';

const StaffVerificationFilters = v.object({
  status: v.optional(v.picklist(VERIFICATION_STATUSES), 'pending'),
});
type StaffVerificationFilters = v.InferOutput<typeof StaffVerificationFilters>;

/** The verifications with one status, those that wait longest first. All staff sees the same. */
export const staffVerificationList: PagedList<
  Pick<ExchangeContext, 'db'>,
  null,
  StaffVerificationFilters,
  OperatorVerification
> = {
  filters: StaffVerificationFilters,
  open: ({ db }, _, { status }) =>
    openList({
      rows: db.selectFrom('verifications').where('status', '=', status),
      order: { updated_at: 'asc', id: 'asc' },
      select: part => part.selectAll(),
      build: rows => buildStaffVerifications(db, rows),
    }),
};

/**
 * Decides on a card. 404; 409 `verification_state` with `status`, `by` and `at`, if somebody has decided or the card is
 * not under review.
 */
export async function decideAsStaff(
  context: OperatorContext,
  id: string,
  decision: VerificationDecision,
): Promise<OperatorVerification> {
  const { db } = context;
  await decideCard(context, id, decision).catch(async (error: unknown) => {
    const refusal = onRefusal(problem => problem)(error);
    if (refusal.code !== 'transition_forbidden') throw refusal;
    const last = await findAuthor(
      selectRows(db, 'operator_changes', { target: id, command: 'verification' }),
    );
    const { status } = refusal.body;
    throw createProblem(409, 'verification_state', { status, ...last });
  });
  const rows = await selectRows(db, 'verifications', { id }).execute();
  const [verification] = await buildStaffVerifications(db, rows);
  if (!verification) throw notFoundProblem;
  return verification;
}

async function buildStaffVerifications(
  db: Db,
  rows: readonly VerificationRow[],
): Promise<OperatorVerification[]> {
  if (rows.length === 0) return [];
  const claimIds = rows.flatMap(({ claim_id }) => claim_id ?? []);
  const userIds = rows.flatMap(({ user_id }) => user_id ?? []);
  const claims = await db
    .selectFrom('claims')
    .select(['id', 'public_number', 'email'])
    .where(isAnyOf(db, 'id', claimIds))
    .execute();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(isAnyOf(db, 'id', userIds))
    .execute();
  const verifications: OperatorVerification[] = [];
  for (const row of rows) {
    const claim = claims.find(({ id }) => id === row.claim_id);
    verifications.push({
      id: row.id,
      status: row.status,
      reason: row.reason,
      bin: row.bin,
      last4: row.last4,
      owner: (claim ?? users.find(({ id }) => id === row.user_id))?.email || null,
      claim: claim ? { id: claim.id, publicNumber: claim.public_number } : null,
      photos: await listStoredFiles(db, { verification_id: row.id }),
      createdAt: formatInstant(row.created_at),
      updatedAt: formatInstant(row.updated_at),
    });
  }
  return verifications;
}
