import type { Hono, MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import {
  TELEGRAM_LINK_MINUTES,
  TelegramConnection,
  TelegramLink,
} from '#core/contract/claim/claimTelegram.ts';
import { Problem } from '#core/contract/problem.ts';
import type { OwnedClaimEnv } from '#server/exchange/claims/view/authorizeClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { isSimulatedClaim } from '#server/notifications/emails/outbox.ts';
import { idParameter, claimSecretParameter, describeJson } from '#server/platform/http/openapiDocs.ts';
import {
  createChatLink,
  disconnectClaim,
  isChatConnected,
} from '#server/notifications/telegram/claimChat.ts';

const parameters = [idParameter, { ...claimSecretParameter, required: true }];
const refusals = { 404: describeJson(Problem, '`not_found`: no such claim, or a wrong secret') };
const tags = ['claim'];

const docs = {
  read: describeRoute({
    summary: 'Get whether a chat of Telegram is told about the claim’s statuses',
    tags,
    parameters,
    responses: { 200: describeJson(TelegramConnection, 'Whether a chat is connected'), ...refusals },
  }),
  createLink: describeRoute({
    summary: `Get a link to the Telegram bot that connects a chat to the claim, once, within ${TELEGRAM_LINK_MINUTES} minutes`,
    tags,
    parameters,
    responses: {
      200: describeJson(TelegramLink, 'The link; earlier ones of the claim are invalid now'),
      404: describeJson(
        Problem,
        '`not_found`: no such claim, a wrong secret, a simulated claim, or the exchange has no bot (see `telegram` of the settings)',
      ),
    },
  }),
  disconnect: describeRoute({
    summary: 'Disconnect the chat of Telegram from the claim',
    tags,
    parameters,
    responses: {
      200: describeJson(TelegramConnection, 'No chat is connected, also if there was none'),
      ...refusals,
    },
  }),
};

/**
 * Adds the calls about the chat of a claim. `requireClaimOwner` responds with 404 to everybody but its owner. A chat
 * can be read and disconnected also while the bot does not work.
 */
export function addTelegramRoutes(
  routes: Hono,
  context: ServerContext,
  requireClaimOwner: MiddlewareHandler<OwnedClaimEnv>,
): void {
  routes.get('/:id/telegram/', docs.read, requireClaimOwner, async c => {
    const connected = await isChatConnected(context, c.var.owned.claim.id);
    return c.json({ connected } satisfies TelegramConnection);
  });
  routes.post('/:id/telegram/', docs.createLink, requireClaimOwner, async c => {
    const { id } = c.var.owned.claim;
    const botName = context.telegram?.getName() ?? null;
    if (botName === null || (await isSimulatedClaim(context.db, id))) throw notFoundProblem;
    return c.json(await createChatLink(context, id, botName));
  });
  routes.delete('/:id/telegram/', docs.disconnect, requireClaimOwner, async c => {
    await disconnectClaim(context, c.var.owned.claim.id);
    return c.json({ connected: false } satisfies TelegramConnection);
  });
}
