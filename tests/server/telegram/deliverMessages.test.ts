import { expect, test } from 'vitest';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createMessageSender } from '#server/notifications/telegram/deliverMessages.ts';
import { deleteOldTelegramRows } from '#server/notifications/telegram/deleteOldTelegramRows.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { TEST_BOT_TOKEN, type BotApiBehaviour } from '../../support/telegram/botApiServer.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { callTelegram, CHAT, connect, startBot } from './support.ts';

const SECRET = TEST_BOT_TOKEN.slice(TEST_BOT_TOKEN.indexOf(':') + 1);

forEachDatabase(startServer => {
  test('a change that is rolled back sends nothing', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    const failing = runInTransaction(bot.context.db, async trx => {
      const change = {
        id: claim.id,
        to: 'confirming',
        actor: 'operator',
        now: bot.testServer.now(),
      } as const;
      await transitionClaim(bot.context, trx, change);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await bot.deliver()).toBe(0);
  });

  test('a chat gets its messages in their order, and waits for no other chat', async () => {
    await using bot = await startBot(startServer);
    const [claim, other] = [await bot.createClaim(), await bot.createClaim()];
    await connect(bot, claim);
    await connect(bot, other, CHAT + 1);
    bot.botApi.chatBehaviours.set(CHAT, { status: 500 });
    await claim.move('confirming', 'aml', 'paid');
    await other.move('confirming', 'aml');
    expect(await bot.deliver()).toBe(2);
    expect(bot.listTexts()).toHaveLength(1);
    expect((await bot.listMessages()).map(({ attempts }) => attempts)).toEqual([1n, 0n, 0n]);
    expect(bot.testServer.log()).toContain('Cannot send a message to Telegram: retrying later');
    bot.botApi.chatBehaviours.clear();
    // The first one is not due yet, so the others wait, too.
    expect(await bot.deliver()).toBe(0);
    bot.testServer.advanceClock(5_000);
    expect(await bot.deliver()).toBe(3);
    expect(
      bot
        .listTexts()
        .slice(1)
        .map(text => /: (.+)\.\n/.exec(text)?.[1]),
    ).toEqual((['confirming', 'aml', 'paid'] as const).map(status => CLAIM_STATUS_RULES[status].label));
  });

  test('Telegram’s pause holds all messages, and is no failed attempt', async () => {
    await using bot = await startBot(startServer);
    const [claim, other] = [await bot.createClaim(), await bot.createClaim()];
    await connect(bot, claim);
    await connect(bot, other, CHAT + 1);
    bot.botApi.behaviours.set('sendMessage', { status: 429, retryAfter: 30 });
    await claim.move('confirming');
    expect(await bot.deliver()).toBe(0);
    bot.botApi.behaviours.clear();
    await other.move('confirming');
    const callCount = bot.botApi.calls.length;
    bot.testServer.advanceClock(29_999);
    expect(await bot.deliver()).toBe(0);
    expect(bot.botApi.calls).toHaveLength(callCount);
    expect((await bot.listMessages()).map(({ attempts }) => attempts)).toEqual([0n, 0n]);
    bot.testServer.advanceClock(1);
    expect(await bot.deliver()).toBe(2);
  });

  test.each([
    ['blocks the bot', { status: 403 }],
    ['has not started this bot', { status: 400, description: 'Bad Request: chat not found' }],
  ])('a chat that %s is disconnected at once', async (_reason, behaviour) => {
    await using bot = await startBot(startServer);
    const claims = [await bot.createClaim(), await bot.createClaim()];
    for (const claim of claims) await connect(bot, claim);
    bot.botApi.chatBehaviours.set(CHAT, behaviour);
    for (const claim of claims) await claim.move('confirming');
    expect(await bot.deliver()).toBe(0);
    expect([await bot.listChats(), await bot.listMessages()]).toEqual([[], []]);
    expect(bot.botApi.calls.filter(method => method === 'sendMessage')).toHaveLength(3);
    expect(bot.testServer.log()).toContain('Disconnected a chat of Telegram');
    expect(bot.testServer.log()).not.toContain(String(CHAT));
  });

  test('a refused message is dropped, and the next one is sent', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    bot.botApi.behaviours.set('sendMessage', { status: 400 });
    await claim.move('confirming');
    expect(await bot.deliver()).toBe(0);
    expect(bot.testServer.log()).toContain('Dropped a message to Telegram: it was refused');
    bot.botApi.behaviours.clear();
    await claim.move('aml');
    expect(await bot.deliver()).toBe(1);
  });

  test('a failure is reported after the other messages on their way are recorded', async () => {
    await using bot = await startBot(startServer);
    const claims = [await bot.createClaim(), await bot.createClaim()];
    for (const [index, claim] of claims.entries()) await connect(bot, claim, CHAT + index);
    for (const claim of claims) await claim.move('confirming');
    const accepted = Promise.withResolvers<void>();
    const send = createMessageSender(bot.context, {
      async sendMessage(chatId) {
        if (chatId === BigInt(CHAT)) throw new Error('broken');
        await accepted.promise;
      },
    });
    const signals = { stopping: bot.stopping.signal, aborted: bot.aborted.signal };
    const sending = send(signals).catch((error: unknown) => error);
    setTimeout(accepted.resolve, 100);
    expect(await sending).toEqual(new Error('broken'));
    expect((await bot.listMessages()).map(({ chat_id }) => chat_id)).toEqual([BigInt(CHAT)]);
  });

  test.each<[BotApiBehaviour, string]>([
    ['broken', 'invalid response'],
    ['oversized', 'the response exceeds 1000000 bytes'],
    ['redirect', 'no connection'],
    [{ status: 401 }, 'error 401'],
    // Would repeat the call without a pause.
    [{ status: 429, retryAfter: 0 }, 'invalid response'],
    [{ status: 500 }, 'error 500'],
  ])('a message survives the failure %j, and no log has the token', async (behaviour, reason) => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    bot.botApi.behaviours.set('sendMessage', behaviour);
    await claim.move('confirming');
    expect(await bot.deliver()).toBe(0);
    expect(bot.testServer.log()).toContain(`The Bot API failed: ${reason}`);
    expect(bot.testServer.log()).not.toContain(SECRET);
    bot.botApi.behaviours.clear();
    bot.testServer.advanceClock(5_000);
    expect(await bot.deliver()).toBe(1);
  });

  test('a stop ends a call that hangs, and the message stays', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    bot.botApi.behaviours.set('sendMessage', 'hang');
    await claim.move('confirming');
    const delivering = bot.deliver();
    await expect.poll(() => bot.botApi.calls.filter(method => method === 'sendMessage').length).toBe(2);
    bot.stopping.abort();
    bot.aborted.abort();
    expect(await delivering).toBe(0);
    // No failed attempt.
    expect((await bot.listMessages()).map(({ attempts }) => attempts)).toEqual([0n]);
  });

  test('messages that nobody has taken for three days are dropped', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    await claim.move('confirming');
    bot.testServer.advanceClock(3 * DAY_MS - 1);
    await deleteOldTelegramRows(bot.context);
    expect(await bot.listMessages()).toHaveLength(1);
    bot.testServer.advanceClock(1);
    await deleteOldTelegramRows(bot.context);
    expect(await bot.listMessages()).toEqual([]);
    expect(bot.testServer.log()).toContain('Dropped messages to Telegram');
  });

  test('without a bot they are dropped, too, which is no error', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    await claim.move('confirming');
    bot.testServer.advanceClock(3 * DAY_MS);
    await deleteOldTelegramRows({ ...bot.context, telegram: null });
    expect(await bot.listMessages()).toEqual([]);
    expect(bot.testServer.log()).not.toContain('Dropped messages to Telegram');
  });

  test('without a token, or before Telegram has answered, the API offers no bot', async () => {
    await using bot = await startBot(startServer);
    const readOffer = async (server: typeof bot.testServer) =>
      ((await (await server.get('/api/v1/calculator/settings/')).json()) as { telegram: boolean }).telegram;
    expect(await readOffer(bot.testServer)).toBe(true);
    for (const env of [{}, { TELEGRAM_BOT_TOKEN: TEST_BOT_TOKEN, TELEGRAM_API_ORIGIN: bot.botApi.origin }]) {
      const testServer = await startServer(env);
      expect(await readOffer(testServer)).toBe(false);
      const claim = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB');
      expect((await callTelegram({ testServer }, claim, 'POST')).status).toBe(404);
    }
  });
});
