import type { Kysely } from 'kysely';
import { isClosedStatus } from '#core/claim/status.ts';
import type { Verification, VerificationStatus } from '#core/contract/verification.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow, FileRow, DatabaseSchema, VerificationRow } from '../database/schema.ts';
import { formatMaskedCard } from './storedCard.ts';

/**
 * What a verification is now, whatever its row still says: with its claim closed nobody sends photos any more, and an
 * approval ends some day. What has been sent in is still decided on.
 */
export function getVerificationStatus(
  { status, expires_at }: Pick<VerificationRow, 'status' | 'expires_at'>,
  claim: Pick<ClaimRow, 'status'>,
  now: number,
): VerificationStatus {
  const isEditable = status === 'draft' || status === 'rejected';
  if (isEditable && isClosedStatus(claim.status)) return 'expired';
  return status === 'approved' && expires_at !== null && expires_at <= BigInt(now) ? 'expired' : status;
}

/** Whether photos may still be added, taken away and sent in. */
export function isVerificationEditable(status: VerificationStatus): boolean {
  return status === 'draft' || status === 'rejected';
}

/** The photos since the last decision, oldest first: what is sent in next, or is being looked at. Without content. */
export function listCurrentPhotos(
  db: Kysely<DatabaseSchema>,
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

/** The verification as its owner sees it, by the rows as `db` sees them. */
export async function buildVerification(
  { catalogue, now }: Pick<ServerContext, 'catalogue' | 'now'>,
  db: Kysely<DatabaseSchema>,
  row: VerificationRow,
  claim: ClaimRow,
): Promise<Verification> {
  const at = now();
  const status = getVerificationStatus(row, claim, at);
  const expiresAt = isVerificationEditable(status) ? claim.deadline : row.expires_at;
  return {
    id: row.id,
    status,
    reason: row.reason,
    card: formatMaskedCard(row),
    claim: {
      id: claim.id,
      number: catalogue.getSetting('usePublicId') ? claim.public_number : String(claim.number),
    },
    photos: (await listCurrentPhotos(db, row)).map(({ id, size }) => ({ id, size: Number(size) })),
    expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
    now: new Date(at).toISOString(),
  };
}
