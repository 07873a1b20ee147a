import { expect } from 'vitest';
import * as v from 'valibot';
import { TelegramConnection, TelegramLink } from '#core/contract/claim/claimTelegram.ts';
import { createMessageSender } from '#server/notifications/telegram/deliverMessages.ts';
import { createUpdateReceiver } from '#server/notifications/telegram/telegramJobs.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { openBotApi, TEST_BOT_NAME, TEST_BOT_TOKEN } from '../../support/telegram/botApiServer.ts';
import type { StartTestServer } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';

/** A chat of somebody who uses the bot. Ids of Telegram exceed 32 bits. */
export const CHAT = 5_000_000_001;

const replaceSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

/** Starts a server with a bot at a local counterpart of the Bot API. */
export async function startBot(startServer: StartTestServer) {
  const botApi = await openBotApi();
  const testServer = await startServer({
    ...relaxedLimits,
    TELEGRAM_BOT_TOKEN: TEST_BOT_TOKEN,
    TELEGRAM_API_ORIGIN: botApi.origin,
  });
  const { context } = testServer;
  const bot = context.telegram;
  if (!bot) throw new Error('no bot');
  const stopping = new AbortController();
  const aborted = new AbortController();
  const receiveOnce = createUpdateReceiver(context, bot);
  const send = createMessageSender(context, bot.api);
  await bot.learnName(stopping.signal);
  return {
    botApi,
    testServer,
    context,
    bot,
    stopping,
    aborted,
    receive: () => receiveOnce(stopping.signal),
    deliver: () => send({ stopping: stopping.signal, aborted: aborted.signal }),
    /** What the bot has told a chat, with common spaces. */
    listTexts: (chat = CHAT) =>
      botApi.sent.filter(({ chatId }) => chatId === chat).map(({ text }) => replaceSpaces(text)),
    listMessages: () => context.db.selectFrom('telegram_messages').selectAll().orderBy('id').execute(),
    listChats: () => context.db.selectFrom('telegram_chats').selectAll().execute(),
    createClaim: () => createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB'),
    [Symbol.asyncDispose]: () => botApi[Symbol.asyncDispose](),
  };
}

type BotTest = Awaited<ReturnType<typeof startBot>>;
type ClaimDriver = Awaited<ReturnType<BotTest['createClaim']>>;

/** Calls claim/{id}/telegram/ with the claim's secret, or another one. */
export const callTelegram = (
  { testServer }: Pick<BotTest, 'testServer'>,
  { id, secret }: Pick<ClaimDriver, 'id' | 'secret'>,
  method: 'GET' | 'POST' | 'DELETE' = 'GET',
) =>
  testServer.app.request(`/api/v1/claim/${id}/telegram/`, { method, headers: { 'x-claim-secret': secret } });

/** Asks for a link and returns its token. */
export async function requestToken(test: BotTest, claim: ClaimDriver): Promise<string> {
  const response = await callTelegram(test, claim, 'POST');
  const { url } = v.parse(TelegramLink, await response.json());
  const [, token = ''] =
    new RegExp(`^https://t\\.me/${TEST_BOT_NAME}\\?start=([\\w-]{22,64})$`).exec(url) ?? [];
  expect(token).not.toBe('');
  return token;
}

/** Connects a chat to a claim, and delivers the answer. */
export async function connect(test: BotTest, claim: ClaimDriver, chat = CHAT): Promise<string> {
  const token = await requestToken(test, claim);
  test.botApi.write(chat, `/start ${token}`);
  await test.receive();
  await test.deliver();
  return token;
}

export const readConnection = async (
  test: Pick<BotTest, 'testServer'>,
  claim: ClaimDriver,
): Promise<boolean> => v.parse(TelegramConnection, await (await callTelegram(test, claim)).json()).connected;
