import {
  createTelegramLinkCall,
  disconnectTelegramCall,
  getTelegramConnectionCall,
} from '#core/contract/claim/claimTelegram.ts';
import type { OwnedClaimEnv } from '#server/exchange/claims/view/authorizeClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { isSimulatedClaim } from '#server/notifications/emails/outbox.ts';
import {
  createChatLink,
  disconnectClaim,
  isChatConnected,
} from '#server/notifications/telegram/claimChat.ts';
import type { Access, AddCall } from './callRoutes.ts';

/**
 * Adds the calls about the chat of a claim for its owner. A chat can be read and disconnected also while the bot does
 * not work.
 */
export function addTelegramCalls(
  addCall: AddCall,
  context: ServerContext,
  access: Access<OwnedClaimEnv>,
): void {
  addCall(getTelegramConnectionCall, { access }, async c => ({
    connected: await isChatConnected(context, c.var.owned.claim.id),
  }));
  addCall(createTelegramLinkCall, { access }, async c => {
    const { id } = c.var.owned.claim;
    const botName = context.telegram?.getName() ?? null;
    if (botName === null || (await isSimulatedClaim(context.db, id))) throw notFoundProblem;
    return createChatLink(context, id, botName);
  });
  addCall(disconnectTelegramCall, { access }, async c => {
    await disconnectClaim(context, c.var.owned.claim.id);
    return { connected: false };
  });
}
