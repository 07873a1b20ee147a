import type { Catalogue } from '#server/exchange/catalogue/catalogue.ts';
import type { ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { needsEmail } from './text/composeClaimEmail.ts';
import { ERASED_EMAIL } from './eraseAccountEmail.ts';
import { buildEmailInsert, enqueueClaimEmail } from './outbox.ts';
import { enqueueRefundEmail } from './refundEmail.ts';

/** Enqueues e-mails about claims: statuses that need one, decisions to make, and the destination of a refund. */
export const createEmailSubscriber = (catalogue: Catalogue): ClaimSubscriber => ({
  buildCreationWrites: (trx, { claim, isSimulated }) =>
    !isSimulated && needsEmail(claim.status, claim)
      ? [buildEmailInsert(trx, claim, { messageId: `${claim.id}.new`, at: claim.created_at })]
      : [],
  async statusChanged(trx, { claim, event }) {
    const cause = { messageId: `${claim.id}.${event.id}`, at: event.at };
    if (needsEmail(event.to_status, claim)) await enqueueClaimEmail(trx, claim, cause);
  },
  decisionNeeded: (trx, { claim, ...cause }) => enqueueClaimEmail(trx, claim, cause),
  refundNamed: (trx, { claim, ...cause }) => enqueueRefundEmail(catalogue, trx, claim, cause),
  async erased(trx, { claim: { id } }) {
    await trx.deleteFrom('mail').where('claim_id', '=', id).where('sent_at', 'is', null).execute();
    await trx
      .updateTable('mail')
      .set(ERASED_EMAIL)
      .where('claim_id', '=', id)
      .where('sent_at', 'is not', null)
      .execute();
  },
});
