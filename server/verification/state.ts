import type { Kysely } from 'kysely';
import { isClosed } from '#core/claim/status.ts';
import type { Verification, VerificationStatus } from '#core/contract/verification.ts';
import type { Context } from '../context.ts';
import type { ClaimRow, FileRow, Schema, VerificationRow } from '../database/schema.ts';
import { masked } from './card.ts';

/**
 * What a verification is now, whatever its row still says: with its claim closed nobody sends photos any more, and an
 * approval ends some day. What has been sent in is still decided on.
 */
export function statusOf(
  { status, expires_at }: Pick<VerificationRow, 'status' | 'expires_at'>,
  claim: Pick<ClaimRow, 'status'>,
  now: number,
): VerificationStatus {
  const unsent = status === 'draft' || status === 'rejected';
  if (unsent && isClosed(claim.status)) return 'expired';
  return status === 'approved' && expires_at !== null && expires_at <= BigInt(now) ? 'expired' : status;
}

/** Whether photos may still be added, taken away and sent in. */
export function isEditable(status: VerificationStatus): boolean {
  return status === 'draft' || status === 'rejected';
}

/** The photos since the last decision, oldest first: what is sent in next, or is being looked at. Without content. */
export function photos(
  db: Kysely<Schema>,
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
export async function view(
  { catalogue, now }: Pick<Context, 'catalogue' | 'now'>,
  db: Kysely<Schema>,
  row: VerificationRow,
  claim: ClaimRow,
): Promise<Verification> {
  const at = now();
  const status = statusOf(row, claim, at);
  const until = isEditable(status) ? claim.deadline : row.expires_at;
  return {
    id: row.id,
    status,
    reason: row.reason,
    card: masked(row),
    claim: {
      id: claim.id,
      number: catalogue.setting('usePublicId') ? claim.public_number : String(claim.number),
    },
    photos: (await photos(db, row)).map(({ id, size }) => ({ id, size: Number(size) })),
    expiresAt: until === null ? null : new Date(Number(until)).toISOString(),
    now: new Date(at).toISOString(),
  };
}
