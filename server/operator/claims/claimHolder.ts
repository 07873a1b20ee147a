import { isClosedStatus } from '#core/claim/status.ts';
import type { ClaimHolder } from '#core/contract/operator/claims.ts';
import type { ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { ChangeContext } from '../defineCommand.ts';

/** Finds who works on each of the claims: claim id → holder, as the member of staff `userId` sees it. */
export async function findHolders(
  db: Db,
  claimIds: readonly string[],
  userId: string,
): Promise<Map<string, ClaimHolder>> {
  if (claimIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('claim_holders')
    .innerJoin('users', 'users.id', 'claim_holders.user_id')
    .select(['claim_holders.claim_id', 'claim_holders.user_id', 'claim_holders.at', 'users.email'])
    .where(isAnyOf(db, 'claim_holders.claim_id', claimIds))
    .execute();
  return new Map(
    rows.map(row => [
      row.claim_id,
      { name: row.email, isMe: row.user_id === userId, at: formatInstant(row.at) },
    ]),
  );
}

/** Returns the holder of a claim; null: nobody, or the member of staff `userId`. */
async function findOtherHolder(db: Db, claimId: string, userId: string): Promise<ClaimHolder | null> {
  const holder = (await findHolders(db, [claimId], userId)).get(claimId);
  return holder && !holder.isMe ? holder : null;
}

/** 409 `claim_taken` with `by` and `at`, if another member of staff works on the claim. */
export async function checkHolder(db: Db, { id }: Pick<ClaimRow, 'id'>, userId: string): Promise<void> {
  const other = await findOtherHolder(db, id, userId);
  if (other) throw createProblem(409, 'claim_taken', { by: other.name, at: other.at });
}

/** Releases a claim that ends. */
export const holderSubscriber: ClaimSubscriber = {
  async statusChanged(trx, { claim }) {
    if (isClosedStatus(claim.status))
      await trx.deleteFrom('claim_holders').where('claim_id', '=', claim.id).execute();
  },
};

/** A member of staff who takes or releases a claim, which the transaction has locked. */
export type HolderContext = ChangeContext & { userId: string };

/**
 * Takes a claim; `force` takes it over. Returns the detail of the audit entry, null if the person has it already. 409
 * `claim_taken`.
 */
export async function takeClaim(
  context: HolderContext,
  { id }: Pick<ClaimRow, 'id'>,
  force: boolean,
): Promise<Record<string, string | null> | null> {
  const { db, userId, actor } = context;
  const before = (await findHolders(db, [id], userId)).get(id);
  if (before?.isMe) return null;
  if (!force) await checkHolder(db, { id }, userId);
  const at = BigInt(context.now());
  await db
    .insertInto('claim_holders')
    .values({ claim_id: id, user_id: userId, at })
    .onConflict(conflict => conflict.column('claim_id').doUpdateSet({ user_id: userId, at }))
    .execute();
  return { from: before?.name ?? null, to: actor };
}

/** Releases a claim. Returns the detail of the audit entry, null if nobody has it. 409 `claim_taken`. */
export async function releaseClaim(
  context: HolderContext,
  { id }: Pick<ClaimRow, 'id'>,
): Promise<Record<string, string | null> | null> {
  const { db, userId, actor } = context;
  await checkHolder(db, { id }, userId);
  const { numDeletedRows } = await db
    .deleteFrom('claim_holders')
    .where('claim_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n ? { from: actor, to: null } : null;
}
