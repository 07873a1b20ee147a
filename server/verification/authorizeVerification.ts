import * as v from 'valibot';
import { authorizeClaim } from '../claims/view/authorizeClaim.ts';
import { deriveClaimSecret } from '../claims/claimSecret.ts';
import { loadClaimById } from '../claims/findClaimById.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import type { VerificationRow } from '../database/verificationRows.ts';
import { redeemHandoff } from './handoff.ts';

/** The credentials of a request: the claim's secret, or a handoff token with the device's secret. */
export interface PresentedCredentials {
  secret: string | undefined;
  token: string | undefined;
  device: string | undefined;
}

/** A verification that the request may read and change. */
export interface VerificationAccess {
  row: VerificationRow;
  claim: ClaimRow;
  /** Whether the request has the claim's secret; false for a handoff device. */
  isOwner: boolean;
}

const VerificationId = v.pipe(v.string(), v.uuid());

/** Loads a verification by its uuid. Null if it is unknown or the credentials are wrong. */
export async function authorizeVerification(
  context: ServerContext,
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
  const secret = await resolveClaimSecret(context, row, credentials);
  if (secret === null) return null;
  // Also expires an overdue claim.
  const access = await authorizeClaim(context, row.claim_id, secret);
  return access.access === 'owner'
    ? { row, claim: access.claim, isOwner: credentials.secret !== undefined }
    : null;
}

/** Returns the claim's secret from the request, or the one that a valid handoff stands for; else null. */
async function resolveClaimSecret(
  context: ServerContext,
  { id, claim_id }: VerificationRow,
  { secret, token, device }: PresentedCredentials,
): Promise<string | null> {
  if (secret !== undefined) return secret;
  if (token === undefined || device === undefined) return null;
  return (await redeemHandoff(context, id, { token, device }))
    ? deriveClaimSecret(context.keys, await loadClaimById(context.db, claim_id))
    : null;
}
