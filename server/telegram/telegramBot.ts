import { createTelegramApi, type TelegramApi } from './telegramApi.ts';
import type { TelegramSettings } from './telegramSettings.ts';

/** The bot of this exchange, as this process knows it. */
export interface TelegramBot {
  api: TelegramApi;
  /** Its id: the first part of the token, which is no secret. */
  id: bigint;
  /** Its name, without @; null until Telegram has said it. */
  getName: () => string | null;
  /** Asks Telegram for the name. Rejects with TelegramError. */
  learnName: (signal: AbortSignal) => Promise<void>;
}

/** Creates the bot without asking Telegram: a start of the server does not depend on it. */
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
