import * as v from 'valibot';
import { authorizeClaim } from '../claims/view/authorizeClaim.ts';
import { deriveClaimSecret } from '../claims/claimSecret.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow, VerificationRow } from '../database/schema.ts';
import { redeemHandoff } from './handoff.ts';

/** What a request shows of itself: the claim's secret, or the token and secret of a device that it was handed to. */
export interface PresentedCredentials {
  secret: string | undefined;
  token: string | undefined;
  device: string | undefined;
}

/** A verification whose asker may see and change it; `isOwner`: the asker holds the claim's secret, a device does not. */
export interface VerificationAccess {
  row: VerificationRow;
  claim: ClaimRow;
  isOwner: boolean;
}

const VerificationId = v.pipe(v.string(), v.uuid());

/** Reads a verification by its uuid; null for an unknown one and for the wrong asker alike. */
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
  // Also expires the claim when its time has run out.
  const access = await authorizeClaim(context, row.claim_id, secret);
  return access.access === 'owner'
    ? { row, claim: access.claim, isOwner: credentials.secret !== undefined }
    : null;
}

/** The claim's secret that the asker has, or that his device stands for. */
async function resolveClaimSecret(
  context: ServerContext,
  { id, claim_id }: VerificationRow,
  { secret, token, device }: PresentedCredentials,
): Promise<string | null> {
  if (secret !== undefined) return secret;
  if (token === undefined || device === undefined) return null;
  return (await redeemHandoff(context, id, { token, device }))
    ? deriveClaimSecret(context.secret, claim_id)
    : null;
}
