import type { Hono, MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import { TelegramConnection, TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import { Problem } from '#core/contract/problem.ts';
import type { OwnedClaimEnv } from '../claims/view/authorizeClaim.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import { notFoundProblem } from '../http/problem.ts';
import { isSimulatedClaim } from '../mail/outbox.ts';
import { claimIdParameter, claimSecretParameter, describeJson } from '../routes/openapiDocs.ts';
import { createChatLink, disconnectClaim, isChatConnected } from './claimChat.ts';

const parameters = [claimIdParameter, { ...claimSecretParameter, required: true }];
const refusals = {
  404: describeJson(
    Problem,
    '`not_found`: no such claim, a wrong secret, a simulated claim, or the exchange has no bot (see `telegram` of the settings)',
  ),
};
const tags = ['claim'];

const docs = {
  read: describeRoute({
    summary: 'Get whether a chat of Telegram is told about the claim’s statuses',
    tags,
    parameters,
    responses: { 200: describeJson(TelegramConnection, 'Whether a chat is connected'), ...refusals },
  }),
  createLink: describeRoute({
    summary: 'Get a link to the Telegram bot that connects a chat to the claim, once, within 15 minutes',
    tags,
    parameters,
    responses: {
      200: describeJson(TelegramLink, 'The link; earlier ones of the claim are invalid now'),
      ...refusals,
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

/** Adds the calls about the chat of a claim. `requireClaimOwner` answers 404 to everybody but its owner. */
export function addTelegramRoutes(
  routes: Hono,
  context: ServerContext,
  requireClaimOwner: MiddlewareHandler<OwnedClaimEnv>,
): void {
  /** Id of a claim that somebody is told about, and the bot's name, if the bot is known to work. */
  async function findBot({ id }: ClaimRow): Promise<{ id: string; botName: string }> {
    const botName = context.telegram?.getName() ?? null;
    if (botName === null || (await isSimulatedClaim(context.db, id))) throw notFoundProblem;
    return { id, botName };
  }
  routes.get('/:id/telegram/', docs.read, requireClaimOwner, async c => {
    const { id } = await findBot(c.var.owned.claim);
    return c.json({ connected: await isChatConnected(context, id) } satisfies TelegramConnection);
  });
  routes.post('/:id/telegram/', docs.createLink, requireClaimOwner, async c => {
    const { id, botName } = await findBot(c.var.owned.claim);
    return c.json(await createChatLink(context, id, botName));
  });
  routes.delete('/:id/telegram/', docs.disconnect, requireClaimOwner, async c => {
    const { id } = await findBot(c.var.owned.claim);
    await disconnectClaim(context, id);
    return c.json({ connected: false } satisfies TelegramConnection);
  });
}
