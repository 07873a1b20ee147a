import * as v from 'valibot';

/** The variables of the Telegram bot, in the order of README's table. */
export const telegramVariables = {
  TELEGRAM_BOT_TOKEN: {
    default: '',
    meaning:
      'token of a bot from @BotFather, which tells clients in Telegram about the statuses of their claims; without it the site offers none',
    allowed: 'the token that @BotFather shows: digits, a colon, then at least 30 letters and digits',
    secret: true,
  },
  TELEGRAM_API_ORIGIN: {
    default: 'https://api.telegram.org',
    meaning: 'origin of the Bot API, or of a Bot API server of your own',
    allowed: 'an https origin (http on loopback)',
  },
} as const;

/** A token of @BotFather: the bot's id, a colon and its secret. */
const botTokenSchema = v.pipe(v.string(), v.regex(/^\d{1,15}:[\w-]{30,100}$/));

/** The bot of this exchange. */
export interface TelegramSettings {
  /** Secret. It is part of every address of the Bot API, so these addresses must not be logged. */
  token: string;
  /** Origin of the Bot API, without a trailing slash. */
  apiOrigin: string;
}

/** Parses the variables `TELEGRAM_…`; null without a token. */
export function parseTelegramSettings(
  parseVariable: <T>(
    name: keyof typeof telegramVariables,
    schema: v.GenericSchema<string, T>,
    fallback: T,
  ) => T,
  originSchema: v.GenericSchema<string, string>,
): TelegramSettings | null {
  const token = parseVariable<string | null>('TELEGRAM_BOT_TOKEN', botTokenSchema, null);
  const apiOrigin = parseVariable(
    'TELEGRAM_API_ORIGIN',
    originSchema,
    telegramVariables.TELEGRAM_API_ORIGIN.default,
  );
  return token === null ? null : { token, apiOrigin };
}
