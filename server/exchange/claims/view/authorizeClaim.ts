import type { Context } from 'hono';
import * as v from 'valibot';
import type { ClaimStatus } from '#core/contract/claim.ts';
import type { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { getReceivedTotal } from '../payment/receivedTotal.ts';
import { expireClaim, isClaimOverdue } from '../status/claimExpiry.ts';
import { findClaimById } from '../findClaimById.ts';
import { confirmMailbox } from '#server/platform/email/mailboxes.ts';
import { isClaimSecretRetired, matchClaimSecret } from '../claimSecret.ts';
import { buildClaimStatus, buildClaimRequisite, getClaimCurrencies } from './claimStatus.ts';

/**
 * Access of a request to a claim: `denied` for an unknown claim or a wrong secret, `public` without a secret, `owner`
 * with the right one.
 */
type ClaimAccess =
  | { access: 'denied' }
  | { access: 'public'; claim: ClaimRow }
  | {
      access: 'owner';
      claim: ClaimRow;
      /** True if the claim's secret was presented; false if the signed-in account owns the claim. */
      hasSecret: boolean;
      loadStatus: () => Promise<ClaimStatus>;
      /** Null without a payment target, for a closed claim, and if a merchant takes the payment. */
      loadRequisite: () => Promise<ClaimRequisite | null>;
    };

/** Variables of `c.var` behind the middleware `requireClaimOwner`. */
export interface OwnedClaimEnv {
  Variables: { owned: Extract<ClaimAccess, { access: 'owner' }> };
}

const ClaimId = v.pipe(v.string(), v.uuid());

/** Credentials of a request: the claim's secret, the signed-in account, and the request's network. */
export interface ClaimCredentials {
  secret: string | undefined;
  userId: string | null;
  network: string;
}

/** Reads the credentials of a request. */
export const readClaimCredentials = (c: Context): ClaimCredentials => ({
  secret: c.req.header('x-claim-secret'),
  userId: c.var.account?.user.id ?? null,
  network: c.var.clientNetwork,
});

/**
 * Loads a claim by its uuid and checks its secret, or whether it belongs to the account. Expires an overdue claim
 * first, so that its status is current. Records the owner's network for the claim of a partner.
 */
export async function authorizeClaim(
  context: ExchangeContext,
  id: string,
  { secret, userId, network }: ClaimCredentials,
): Promise<ClaimAccess> {
  const { catalogue, now } = context;
  if (!v.is(ClaimId, id)) return { access: 'denied' };
  let claim = await findClaimById(context.db, id.toLowerCase());
  // A secret of a retired key can no longer be checked, so it is ignored: without the account, access is `public`.
  const given = claim && isClaimSecretRetired(context.keys, claim) ? undefined : secret;
  const matched = claim && given !== undefined ? matchClaimSecret(context.keys, claim, given) : null;
  if (given !== undefined && matched === null) return { access: 'denied' };
  if (claim && matched === 'mail-secret') await confirmMailbox(context, claim.email);
  if (claim && isClaimOverdue(claim, now())) {
    await expireClaim(context, claim);
    claim = await findClaimById(context.db, id.toLowerCase());
  }
  if (!claim) return { access: 'denied' };
  if (given === undefined && (userId === null || claim.user_id !== userId))
    return { access: 'public', claim };
  for (const { noteOwnerRequest } of context.claimSubscribers) await noteOwnerRequest?.(claim, network);
  const row = claim;
  return {
    access: 'owner',
    claim: row,
    hasSecret: matched !== null,
    loadStatus: () => buildClaimStatus(context, context.db, row),
    loadRequisite: async () =>
      buildClaimRequisite(
        row,
        getClaimCurrencies(catalogue, row),
        await getReceivedTotal(context.db, row.id),
        now(),
      ),
  };
}
