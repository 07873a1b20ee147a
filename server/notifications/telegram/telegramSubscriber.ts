import type { ClaimSubscriber } from '#server/exchange/claims/claimSubscribers.ts';
import { eraseClaimChat } from './claimChat.ts';
import { queueStatusMessage } from './queueMessages.ts';

/** Queues a message about each new status of a claim with a chat, and erases the chat with the claim's data. */
export const telegramSubscriber: ClaimSubscriber = {
  async statusChanged(trx, { event }) {
    if (event.from_status !== event.to_status) await queueStatusMessage(trx, event);
  },
  erased: (trx, { claim }) => eraseClaimChat(trx, claim.id),
};
