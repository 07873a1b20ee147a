import { createTelegramApi, type TelegramApi } from './telegramApi.ts';
import type { TelegramSettings } from '#server/platform/config/telegramSettings.ts';

/** The bot of this exchange, with the state of this process. */
export interface TelegramBot {
  api: TelegramApi;
  /** Its id: the first part of the token, which is not secret. */
  id: bigint;
  /** Its name, without @; null until Telegram has returned it. */
  getName: () => string | null;
  /** Requests the name from Telegram. Rejects with TelegramError. */
  learnName: (signal: AbortSignal) => Promise<void>;
}

/** Creates the bot without a request to Telegram, so that the start of the server does not depend on it. */
export function createTelegramBot(settings: TelegramSettings): TelegramBot {
  const api = createTelegramApi(settings);
  let name: string | null = null;
  return {
    api,
    id: BigInt(settings.token.slice(0, settings.token.indexOf(':'))),
    getName: () => name,
    async learnName(signal) {
      name = await api.getMe(signal);
    },
  };
}
