import type { Context, Handler, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { TelegramConnection, TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import { Problem } from '#core/contract/problem.ts';
import type { ServerContext } from '../context.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import { sendProblemResult } from '../http/problemResponse.ts';
import { notFoundProblem } from '../http/problemResult.ts';
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

/** Makes a handler for the owner of the claim in the path; everybody else gets 404. */
type ForOwner = (call: (c: Context, owned: { claim: ClaimRow }) => Promise<Response>) => Handler;

/** Adds the calls about the chat of a claim. */
export function addTelegramRoutes(routes: Hono, context: ServerContext, forOwner: ForOwner): void {
  /** Runs a call if the bot is known to work and the claim is one that somebody is told about. */
  const withBot = (run: (claimId: string, botName: string) => Promise<TelegramConnection | TelegramLink>) =>
    forOwner(async (c, { claim: { id } }) => {
      const name = context.telegram?.getName() ?? null;
      return name === null || (await isSimulatedClaim(context.db, id))
        ? sendProblemResult(c, notFoundProblem)
        : c.json(await run(id, name));
    });
  routes.get(
    '/:id/telegram/',
    docs.read,
    withBot(async id => ({ connected: await isChatConnected(context, id) })),
  );
  routes.post(
    '/:id/telegram/',
    docs.createLink,
    withBot((id, name) => createChatLink(context, id, name)),
  );
  routes.delete(
    '/:id/telegram/',
    docs.disconnect,
    withBot(async id => {
      await disconnectClaim(context, id);
      return { connected: false };
    }),
  );
}
