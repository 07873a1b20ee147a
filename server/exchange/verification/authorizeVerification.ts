import * as v from 'valibot';
import { authorizeClaim, type ClaimCredentials } from '../claims/view/authorizeClaim.ts';
import { deriveClaimSecret } from '../claims/claimSecret.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { redeemHandoff } from './handoff.ts';

/** The credentials of a request: those of the claim's owner, or a handoff token with the device's secret. */
export interface PresentedCredentials extends ClaimCredentials {
  token: string | undefined;
  device: string | undefined;
}

/** A verification that the request may read and change. */
export interface VerificationAccess {
  row: VerificationRow;
  /** Null for a verification of a saved card. */
  claim: ClaimRow | null;
  /** Whether the request is the owner's; false for a handoff device. */
  isOwner: boolean;
}

const VerificationId = v.pipe(v.string(), v.uuid());

/** Loads a verification by its uuid. Null if it is unknown or the credentials are wrong. */
export async function authorizeVerification(
  context: ExchangeContext,
  id: string,
  credentials: PresentedCredentials,
): Promise<VerificationAccess | null> {
  if (!v.is(VerificationId, id)) return null;
  const row = await context.db
    .selectFrom('verifications')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (!row) return null;
  if (row.claim_id === null) return authorizeCardVerification(context, row, credentials);
  const claimCredentials = await resolveCredentials(context, { ...row, claim_id: row.claim_id }, credentials);
  if (!claimCredentials) return null;
  // Also expires an overdue claim.
  let access = await authorizeClaim(context, row.claim_id, claimCredentials);
  // The secret may belong to another claim that waits for the same card of the account.
  if (access.access !== 'owner' && credentials.userId !== null)
    access = await authorizeClaim(context, row.claim_id, { ...claimCredentials, secret: undefined });
  return access.access === 'owner'
    ? { row, claim: access.claim, isOwner: claimCredentials === credentials }
    : null;
}

/** Authorizes access to the verification of a saved card: by its account, or by the device of a handoff. */
async function authorizeCardVerification(
  context: ExchangeContext,
  row: VerificationRow,
  { userId, token, device }: PresentedCredentials,
): Promise<VerificationAccess | null> {
  if (userId !== null && row.user_id === userId) return { row, claim: null, isOwner: true };
  const isHandedOff =
    token !== undefined && device !== undefined && (await redeemHandoff(context, row.id, { token, device }));
  return isHandedOff ? { row, claim: null, isOwner: false } : null;
}

/** Returns the credentials of the claim's owner, or the claim's secret for a valid handoff; else null. */
async function resolveCredentials(
  context: ExchangeContext,
  { id, claim_id }: { id: string; claim_id: string },
  credentials: PresentedCredentials,
): Promise<ClaimCredentials | null> {
  const { secret, userId, network, token, device } = credentials;
  if (secret !== undefined) return credentials;
  if (token !== undefined && device !== undefined && (await redeemHandoff(context, id, { token, device }))) {
    const claim = await loadClaimById(context.db, claim_id);
    return { secret: deriveClaimSecret(context.keys, claim), userId: null, network };
  }
  return userId === null ? null : credentials;
}
