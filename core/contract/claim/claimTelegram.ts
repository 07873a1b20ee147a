import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { ItemCall } from '../call.ts';

/** How long a link to the bot is valid, minutes. */
export const TELEGRAM_LINK_MINUTES = 15;

/** GET and DELETE claim/{id}/telegram/ (ext): whether a Telegram chat receives the claim's status changes. */
export const TelegramConnection = v.object({
  /** Whether a chat is told about each new status. */
  connected: v.boolean(),
});
export type TelegramConnection = v.InferOutput<typeof TelegramConnection>;

/** POST claim/{id}/telegram/ (ext): the link to the bot, which connects a chat to the claim once. */
export const TelegramLink = v.object({
  /** Opens the bot; `start` is the token that the bot gets. */
  url: v.pipe(v.string(), v.regex(/^https:\/\//)),
  /** Until then the link connects a chat. */
  expiresAt: isoInstant,
});
export type TelegramLink = v.InferOutput<typeof TelegramLink>;

const path = '/api/v1/claim/{id}/telegram/';

/**
 * Get whether a chat of Telegram is told about the claim’s statuses.
 *
 * @returns Whether a chat is connected.
 */
export const getTelegramConnectionCall: ItemCall<TelegramConnection> = {
  method: 'GET',
  path,
  response: TelegramConnection,
};

/**
 * Get a link to the Telegram bot that connects a chat to the claim, once, within 15 minutes.
 *
 * @returns The link; earlier ones of the claim are invalid now.
 * @throws 404 `not_found`: no such claim, a wrong secret, a simulated claim, or the exchange has no bot (see `telegram`
 * of the settings).
 */
export const createTelegramLinkCall: ItemCall<TelegramLink> = {
  method: 'POST',
  path,
  response: TelegramLink,
};

/**
 * Disconnect the chat of Telegram from the claim.
 *
 * @returns No chat is connected, also if there was none.
 */
export const disconnectTelegramCall: ItemCall<TelegramConnection> = {
  method: 'DELETE',
  path,
  response: TelegramConnection,
};
