import { isClosedStatus } from '#core/claim/status.ts';
import type { Verification, VerificationStatus } from '#core/contract/verification.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { FileRow, VerificationRow } from '#server/platform/database/verificationRows.ts';
import { maskStoredCard } from '../requisites/storedCard.ts';
import { getClaimNumber } from '../claims/claimNumber.ts';

/** Lifetime of a draft or a rejected verification without a claim, milliseconds. */
const DRAFT_LIFETIME_MS = 30 * 86_400_000;

/** Returns the expiry of a draft or a rejected verification without a claim, milliseconds. */
export const getDraftExpiry = (now: number): number => now + DRAFT_LIFETIME_MS;

/**
 * Returns the current status of a verification, even if its row is not updated yet. A draft or rejected verification
 * expires with its claim; without a claim it expires at `expires_at`, like an approval. A pending one can still be
 * decided after its claim is closed.
 */
export function getVerificationStatus(
  { status, expires_at }: Pick<VerificationRow, 'status' | 'expires_at'>,
  claim: Pick<ClaimRow, 'status'> | null,
  now: number,
): VerificationStatus {
  if (status === 'pending') return status;
  if (claim && isVerificationEditable(status)) return isClosedStatus(claim.status) ? 'expired' : status;
  return expires_at !== null && expires_at <= BigInt(now) ? 'expired' : status;
}

/** Returns the expiry of a verification with this status, milliseconds; null: none. */
export function getExpiryTime(
  { expires_at }: Pick<VerificationRow, 'expires_at'>,
  claim: Pick<ClaimRow, 'deadline'> | null,
  status: VerificationStatus,
): bigint | null {
  return claim && isVerificationEditable(status) ? claim.deadline : expires_at;
}

/** Returns whether photos may be added, removed and submitted. */
export function isVerificationEditable(status: VerificationStatus): boolean {
  return status === 'draft' || status === 'rejected';
}

/** Lists the photos added since the last decision, oldest first, without content. */
export function listCurrentPhotos(
  db: Db,
  { id, decided_at }: Pick<VerificationRow, 'id' | 'decided_at'>,
): Promise<Pick<FileRow, 'id' | 'size' | 'hash' | 'at'>[]> {
  return db
    .selectFrom('files')
    .select(['id', 'size', 'hash', 'at'])
    .where('verification_id', '=', id)
    .where('at', '>', decided_at ?? -1n)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Builds a verification for its owner. `db` may be a transaction. */
export async function buildVerification(
  { catalogue, now }: ExchangeContext,
  db: Db,
  row: VerificationRow,
  claim: ClaimRow | null,
): Promise<Verification> {
  const at = now();
  const status = getVerificationStatus(row, claim, at);
  const expiresAt = getExpiryTime(row, claim, status);
  return {
    id: row.id,
    status,
    reason: row.reason,
    card: maskStoredCard(row),
    claim: claim && {
      id: claim.id,
      number: getClaimNumber(catalogue, claim),
    },
    photos: (await listCurrentPhotos(db, row)).map(({ id, size }) => ({ id, size: Number(size) })),
    expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
    now: new Date(at).toISOString(),
  };
}
