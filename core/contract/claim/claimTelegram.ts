import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';

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
