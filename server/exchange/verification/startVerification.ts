import { findCardOfClaim } from '../claims/storedRequisites.ts';
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import type { ExchangeContext } from '../context.ts';
import { findCardVerifications } from './cardVerifications.ts';
import { restartVerificationDeadline } from '../claims/status/claimDeadline.ts';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { toStoredCard } from '../requisites/storedCard.ts';
import { getVerificationStatus } from './verificationStatus.ts';

/** The verification of a card. `isNew`: created by this call. */
export interface StartedVerification {
  row: VerificationRow;
  isNew: boolean;
}

/**
 * Creates the verification that a claim needs, or returns the existing one. A logged-in owner (`userId`) gets that of
 * the same card under review, whose approval also applies to this claim. 409 if the claim needs none.
 */
export function startVerification(
  context: ExchangeContext,
  { id }: Pick<ClaimRow, 'id'>,
  userId: string | null,
): Promise<StartedVerification> {
  return transactOnClaim(context.db, id, async (trx, claim) => {
    const current = await findCurrentVerification(context, trx, claim);
    if (current && current.status !== 'draft') return { row: current, isNew: false };
    const card = findCardOfClaim(claim);
    if (claim.status !== 'verification' || !card) {
      if (current) return { row: current, isNew: false };
      throw createProblem(409, 'transition_forbidden', { status: claim.status });
    }
    const { number } = card;
    // A secret alone does not give access to another claim.
    const isOwner = userId !== null && claim.user_id === userId;
    const pending = isOwner ? await findPendingVerification(context, trx, { userId, number }) : null;
    // The review may take longer than the remaining time, and the client has nothing to send.
    if (pending) await restartVerificationDeadline(trx, claim, context.now());
    const found = pending ?? current;
    if (found) return { row: found, isNew: false };
    const owner = { claim_id: claim.id, user_id: null, requisite_id: null };
    const row = buildVerificationRow(context.keys, number, owner, context.now());
    await trx.insertInto('verifications').values(row).execute();
    return { row, isNew: true };
  });
}

/** Builds the row of a draft. `owner`: its claim, or its account and saved card. */
export function buildVerificationRow(
  keys: ServerKeys,
  number: string,
  owner: Pick<VerificationRow, 'claim_id' | 'user_id' | 'requisite_id'>,
  now: number,
): VerificationRow {
  const { bin, last4, hash } = toStoredCard(keys, number);
  return {
    id: randomUUID(),
    ...owner,
    status: 'draft',
    reason: null,
    bin,
    last4,
    card_hash: hash,
    expires_at: null,
    decided_at: null,
    created_at: BigInt(now),
    updated_at: BigInt(now),
  };
}

/** Finds the verification of a card that an account has submitted for another claim or for a saved card. */
async function findPendingVerification(
  { keys }: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  { userId, number }: { userId: string; number: string },
): Promise<VerificationRow | null> {
  await lockCardVerifications(trx, userId);
  const rows = await findCardVerifications(trx, userId, keys.listHashes('card', number));
  const pending = rows.find(({ status }) => status === 'pending');
  if (!pending) return null;
  const { claim: _, ...row } = pending;
  return row;
}

/** Serializes the starts of verifications of one account, so that a card has only one. */
export const lockCardVerifications = (trx: Transaction<DatabaseSchema>, userId: string): Promise<void> =>
  lockNames(trx, [`verifications:${userId}`]);

/** Returns the claim's newest verification unless it is expired. */
async function findCurrentVerification(
  { now }: ExchangeContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
) {
  const row = await trx
    .selectFrom('verifications')
    .selectAll()
    .where('claim_id', '=', claim.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && getVerificationStatus(row, claim, now()) !== 'expired' ? row : null;
}
