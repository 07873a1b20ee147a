import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { createProblem, notFoundProblem, type ProblemResult } from '../http/problemResult.ts';
import { parseStoredRequisites } from '../claims/storedRequisites.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { VerificationRow } from '../database/verificationRows.ts';
import { toStoredCard, findCardNumber } from './storedCard.ts';
import { getVerificationStatus } from './verificationStatus.ts';

/** The verification of a claim's card. `isNew`: created by this call. */
export interface StartedVerification {
  ok: true;
  row: VerificationRow;
  isNew: boolean;
}

/** Creates the verification that a claim waits for, or returns the existing one. 409 if the claim waits for none. */
export function startVerification(
  context: ServerContext,
  { id }: Pick<ClaimRow, 'id'>,
): Promise<StartedVerification | ProblemResult> {
  return transactOnClaim(context.db, id, async (trx, claim) => {
    if (!claim) return notFoundProblem;
    const current = await findCurrentVerification(context, trx, claim);
    if (current) return { ok: true, row: current, isNew: false };
    const number = findCardNumber(
      parseStoredRequisites(claim.from_requisites),
      parseStoredRequisites(claim.to_requisites),
    );
    if (claim.status !== 'verification' || number === null)
      return createProblem(409, 'transition_forbidden', { status: claim.status });
    const { bin, last4, hash } = toStoredCard(context.keys, number);
    const now = BigInt(context.now());
    const row: VerificationRow = {
      id: randomUUID(),
      claim_id: claim.id,
      status: 'draft',
      reason: null,
      bin,
      last4,
      card_hash: hash,
      expires_at: null,
      decided_at: null,
      created_at: now,
      updated_at: now,
    };
    await trx.insertInto('verifications').values(row).execute();
    return { ok: true, row, isNew: true };
  });
}

/** Returns the claim's newest verification unless it is expired. */
async function findCurrentVerification(
  { now }: ServerContext,
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
