import { expect, test } from 'vitest';
import { CLAIM_STATUS_RULES } from '#core/claim/status.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { eraseEndedClaims } from '#server/exchange/claims/retention/eraseEndedClaims.ts';
import { answerUpdate } from '#server/notifications/telegram/answerUpdate.ts';
import { deleteOldTelegramRows } from '#server/notifications/telegram/deleteOldTelegramRows.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { openBotApi, TEST_BOT_TOKEN } from '../../support/telegram/botApiServer.ts';
import { forEachDatabase } from '../../support/testServer.ts';
import { createClaimDriver } from '../support/claimDriver.ts';
import { callTelegram, CHAT, connect, readConnection, requestToken, startBot } from './support.ts';

forEachDatabase(startServer => {
  test('a link connects one chat once, which is told about each new status', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    expect(await readConnection(bot, claim)).toBe(false);
    const token = await connect(bot, claim);
    const { number } = await claim.fetchStatus();
    const link = `${bot.context.config.publicOrigin}/claim/${claim.id}`;
    const [answer, ...more] = bot.listTexts();
    expect(more).toEqual([]);
    expect(answer?.split('\n')).toEqual([
      `Заявка № ${number}: ${CLAIM_STATUS_RULES.waiting.label}.`,
      expect.stringMatching(/^Напишем сюда о каждом новом статусе\..* \/stop$/),
      link,
    ]);
    expect(await readConnection(bot, claim)).toBe(true);
    // Neither the token nor the claim's secret is stored or sent.
    expect(JSON.stringify(bot.botApi.sent)).not.toContain(claim.secret);
    const links = await bot.context.db.selectFrom('telegram_links').selectAll().execute();
    expect(links).toEqual([]);

    await claim.move('confirming', 'aml');
    expect(await bot.deliver()).toBe(2);
    expect(bot.listTexts().slice(1)).toEqual([
      `Заявка № ${number}: ${CLAIM_STATUS_RULES.confirming.label}.\n${link}`,
      `Заявка № ${number}: ${CLAIM_STATUS_RULES.aml.label}.\n${link}`,
    ]);
    expect(await bot.listMessages()).toEqual([]);

    bot.botApi.write(CHAT + 1, `/start ${token}`);
    await bot.receive();
    await bot.deliver();
    expect(bot.listTexts(CHAT + 1)[0]).toMatch(/^Ссылка не действует: .* 15 минут\. .*«Сообщать в Telegram»/);
    expect((await bot.listChats()).map(({ chat_id }) => chat_id)).toEqual([BigInt(CHAT)]);
  });

  test('only the last link of a claim is valid, for 15 minutes, and its token is stored as a hash', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    const first = await requestToken(bot, claim);
    const second = await requestToken(bot, claim);
    const rows = await bot.context.db.selectFrom('telegram_links').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toMatch(/^[\w-]{43}$/);
    expect(rows[0]?.token_hash).not.toContain(second);
    bot.botApi.write(CHAT, `/start ${first}`);
    await bot.receive();
    bot.testServer.advanceClock(15 * 60_000);
    bot.botApi.write(CHAT, `/start ${second}`);
    await bot.receive();
    await bot.deliver();
    expect(bot.listTexts().map(text => text.slice(0, 20))).toEqual(
      Array(2).fill('Ссылка не действует: '.slice(0, 20)),
    );
    expect(await bot.listChats()).toEqual([]);
    await deleteOldTelegramRows(bot.context);
    expect(await bot.context.db.selectFrom('telegram_links').selectAll().execute()).toEqual([]);
  });

  test('another chat takes the place of the first, which is told nothing more', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    await claim.move('confirming');
    const token = await requestToken(bot, claim);
    bot.botApi.write(CHAT + 1, `/start ${token}`);
    await bot.receive();
    await bot.deliver();
    expect(bot.listTexts()).toHaveLength(1);
    expect(bot.listTexts(CHAT + 1)[0]).toContain(CLAIM_STATUS_RULES.confirming.label);
  });

  test('a status that follows the connection is told once, after the answer', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    const token = await requestToken(bot, claim);
    bot.botApi.write(CHAT, `/start ${token}`);
    await bot.receive();
    await claim.move('confirming');
    expect(await bot.deliver()).toBe(2);
    expect(bot.listTexts().map(text => /: (.+)\.\n/.exec(text)?.[1])).toEqual([
      CLAIM_STATUS_RULES.waiting.label,
      CLAIM_STATUS_RULES.confirming.label,
    ]);
  });

  test('/stop disconnects all claims of the chat and says so', async () => {
    await using bot = await startBot(startServer);
    const claims = [await bot.createClaim(), await bot.createClaim()];
    for (const claim of claims) await connect(bot, claim);
    await connect(bot, await bot.createClaim(), CHAT + 1);
    await claims[0]?.move('confirming');
    bot.botApi.write(CHAT, '/stop');
    await bot.receive();
    await claims[1]?.move('confirming');
    await bot.deliver();
    expect(bot.listTexts().slice(2)).toEqual([
      expect.stringMatching(/^Сообщений о заявках больше не будет, этот чат мы стёрли\./),
    ]);
    expect((await bot.listChats()).map(({ chat_id }) => chat_id)).toEqual([BigInt(CHAT + 1)]);
    expect(await bot.listMessages()).toEqual([]);
  });

  test('the claim’s owner disconnects the chat; nobody else can do anything', async () => {
    await using bot = await startBot(startServer);
    const [claim, other] = [await bot.createClaim(), await bot.createClaim()];
    await connect(bot, claim);
    await claim.move('confirming');
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await callTelegram(bot, { ...claim, secret: other.secret }, method)).status).toBe(404);
    expect(await readConnection(bot, claim)).toBe(true);
    for (let repetition = 0; repetition < 2; repetition++) {
      const response = await callTelegram(bot, claim, 'DELETE');
      expect([response.status, await response.json()]).toEqual([200, { connected: false }]);
    }
    await claim.move('aml');
    expect(await bot.deliver()).toBe(0);
    expect(await bot.listMessages()).toEqual([]);
  });

  test('a chat is seen and disconnected also before Telegram has told the bot’s name', async () => {
    await using botApi = await openBotApi();
    const env = { TELEGRAM_BOT_TOKEN: TEST_BOT_TOKEN, TELEGRAM_API_ORIGIN: botApi.origin };
    const testServer = await startServer({ ...relaxedLimits, ...env });
    const { db } = testServer.context;
    const claim = await createClaimDriver(testServer, 'USDTTRC20', 'SBERRUB');
    await db
      .insertInto('telegram_chats')
      .values({ claim_id: claim.id, chat_id: BigInt(CHAT) })
      .execute();
    expect((await callTelegram({ testServer }, claim, 'POST')).status).toBe(404);
    expect(await readConnection({ testServer }, claim)).toBe(true);
    expect((await callTelegram({ testServer }, claim, 'DELETE')).status).toBe(200);
    expect(await readConnection({ testServer }, claim)).toBe(false);
  });

  test('other texts get a sentence of help, but not many', async () => {
    await using bot = await startBot(startServer);
    for (let count = 0; count < 20; count++) bot.botApi.write(CHAT, `Привет ${count}`);
    bot.botApi.write(CHAT + 1, '/start');
    bot.botApi.write(-100, 'Привет', 'supergroup');
    bot.botApi.addUpdate({ message: { chat: 'none' } });
    bot.botApi.addUpdate({});
    bot.botApi.write(CHAT + 2, '/help');
    // Telegram gives 20 at once.
    expect([await bot.receive(), await bot.receive()]).toEqual([20, 5]);
    await bot.deliver();
    const help = expect.stringMatching(/^Этот бот сообщает о статусах заявок\./) as string;
    expect(bot.listTexts()).toEqual([help, help, help]);
    expect([bot.listTexts(CHAT + 1), bot.listTexts(CHAT + 2), bot.listTexts(-100)]).toEqual([
      [help],
      [help],
      [],
    ]);
    bot.testServer.advanceClock(60_000);
    bot.botApi.write(CHAT, 'Привет');
    await bot.receive();
    await bot.deliver();
    expect(bot.listTexts()).toHaveLength(4);
  });

  test('an update that comes twice, also to two processes at once, changes nothing the second time', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    const token = await requestToken(bot, claim);
    const message = { chat: { id: CHAT, type: 'private' }, text: `/start ${token}` };
    const answer = (update_id: number, content: object = message) =>
      answerUpdate(bot.context, bot.bot.id, { update_id, message: content }, () => true);
    await Promise.all([answer(7), answer(7), answer(7)]);
    await answer(7);
    await answer(6);
    await bot.deliver();
    expect(bot.listTexts()).toHaveLength(1);
    // After a quiet week the ids begin anywhere.
    bot.testServer.advanceClock(3 * DAY_MS);
    await answer(3, { ...message, text: 'Привет' });
    await answer(3, { ...message, text: 'Привет' });
    await bot.deliver();
    expect(bot.listTexts()).toHaveLength(2);
  });

  test('updates are confirmed once they are answered, and the next process goes on after them', async () => {
    await using bot = await startBot(startServer);
    const first = bot.botApi.write(CHAT, '/help');
    await bot.receive();
    // Not confirmed: a process that is killed here gets it again.
    expect(bot.botApi.pendingIds()).toEqual([first]);
    const second = bot.botApi.write(CHAT, '/help');
    expect(await bot.receive()).toBe(1);
    expect(bot.botApi.pendingIds()).toEqual([second]);
    await bot.deliver();
    expect(bot.listTexts()).toHaveLength(2);
  });

  test('the chat is erased with the data of the claim, also without the bot', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await connect(bot, claim);
    await requestToken(bot, claim);
    await claim.move('cancelled');
    bot.testServer.advanceClock(29 * DAY_MS);
    await eraseEndedClaims(bot.context);
    expect(await bot.listChats()).toHaveLength(1);
    bot.testServer.advanceClock(DAY_MS);
    await eraseEndedClaims(bot.context);
    expect([await bot.listChats(), await bot.listMessages()]).toEqual([[], []]);
    expect(await bot.context.db.selectFrom('telegram_links').selectAll().execute()).toEqual([]);
  });

  test('a claim whose data are erased connects no chat, which nothing would erase', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await claim.move('cancelled');
    bot.testServer.advanceClock(30 * DAY_MS);
    await eraseEndedClaims(bot.context);
    await connect(bot, claim);
    expect(bot.listTexts()).toEqual([expect.stringMatching(/^Ссылка не действует/)]);
    expect(await bot.listChats()).toEqual([]);
  });

  test('a simulated claim has no bot, as it has no e-mails', async () => {
    await using bot = await startBot(startServer);
    const claim = await bot.createClaim();
    await bot.context.db.insertInto('simulated_claims').values({ claim_id: claim.id }).execute();
    expect((await callTelegram(bot, claim, 'POST')).status).toBe(404);
    expect(await readConnection(bot, claim)).toBe(false);
  });
});
