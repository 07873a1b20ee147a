import type { AccountsContext } from '#server/accounts/accountContext.ts';
import type { FormPrerenderer } from '#server/platform/prerender/formPrerenderer.ts';
import type { TelegramBot } from './telegram/telegramBot.ts';

/** All dependencies of request handlers, commands and jobs. */
export interface ServerContext extends AccountsContext {
  /** Sends clients messages about their claims; null without TELEGRAM_BOT_TOKEN. */
  telegram: TelegramBot | null;
  /** Prerenders the widget's form; missing if the widget is not built. */
  formPrerenderer?: FormPrerenderer | null;
}
