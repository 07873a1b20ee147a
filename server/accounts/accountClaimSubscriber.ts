import type { ClaimChanges, ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { getApprovalExpiry } from '#server/exchange/requisites/cardApproval.ts';
import { maskStoredCard } from '#server/exchange/requisites/storedCard.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { enqueueAccountEmail } from './accountEmail.ts';
import { buildRequisiteUses, saveClaimRequisites } from './requisites/claimRequisites.ts';

/** Records the requisites of an account's claims, and mails the decision on its saved card. */
export function createAccountClaimSubscriber(
  context: Pick<ExchangeContext, 'keys' | 'log' | 'now'>,
): ClaimSubscriber {
  return {
    savingRequisites: (trx, change) => saveClaimRequisites(context, trx, change),
    buildFirstWrites: (trx, created) =>
      created.claim.user_id === null ? [] : [buildRequisiteUses(trx, context.keys, created)],
    cardDecided: emailCardDecision,
  };
}

/** Mails the decision to the owner of a saved card, unless the account has unsubscribed from e-mails about claims. */
async function emailCardDecision(
  trx: Db,
  { verification, rejection, at }: ClaimChanges['cardDecided'],
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', verification.user_id)
    .where('notify_claims', '=', 1n)
    .executeTakeFirst();
  if (!user) return;
  const card = maskStoredCard(verification);
  const requisiteId = verification.requisite_id;
  const path = requisiteId === null ? '/account/cards' : `/account/cards/${requisiteId}`;
  const message =
    rejection === null
      ? ({ kind: 'card_approved', card, expiresAt: getApprovalExpiry(at) } as const)
      : ({ kind: 'card_rejected', card, reason: rejection.replace(/\.$/, ''), path } as const);
  await enqueueAccountEmail(trx, { recipient: user.email, message, at: BigInt(at), userId: user.id });
}
