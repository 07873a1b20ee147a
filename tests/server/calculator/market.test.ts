import { expect, test } from 'vitest';
import type { Reserve } from '#core/contract/calculator.ts';
import type { Course } from '#core/contract/course/pair.ts';
import type { Market } from '#core/contract/course/market.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';

const getJson = async <T>(testServer: TestServer, path: string) =>
  (await (await testServer.get(`/api/v1/calculator/${path}`)).json()) as T;

forEachDatabase(startServer => {
  test('contains every reserve and the courses of the requested pairs, in their order', async () => {
    const testServer = await startServer({ RATE_DRIFT: 'off' });
    const reserves = await getJson<Reserve[]>(testServer, 'reserves/');
    const market = await getJson<Market>(testServer, 'market/?pairs=TON-ACRUB,usdttrc-sberrub');
    expect(market.reserves).toEqual(reserves);
    const getKind = (code: string) => reserves.find(reserve => reserve.code === code)?.kind;
    expect(['BTC', 'SBERRUB', 'SBPRUB', 'CASHRUB'].map(getKind)).toEqual([
      'crypto',
      'bank',
      'system',
      'cash',
    ]);
    const getId = (code: string) => reserves.find(reserve => reserve.code === code)?.id;
    const fetchCourse = async (from: string, to: string) =>
      (await getJson<Course>(testServer, `course/${getId(from)}/${getId(to)}/`)).course;
    expect(market.courses).toEqual([
      { from: 'TON', to: 'ACRUB', course: await fetchCourse('TON', 'ACRUB') },
      { from: 'USDTTRC20', to: 'SBERRUB', course: await fetchCourse('USDTTRC20', 'SBERRUB') },
    ]);
  });

  test('leaves out closed, unknown and incomplete pairs', async () => {
    const testServer = await startServer();
    const { db, catalogue } = testServer.context;
    await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'TON').execute();
    await catalogue.reload();
    const pairs = 'TON-ACRUB,BTC-NONE,BTC,-,,BTC-BTC,SBERRUB-TCSBRUB,BTC-SBERRUB';
    const { courses } = await getJson<Market>(testServer, `market/?pairs=${pairs}`);
    expect(courses.map(({ from, to }) => [from, to])).toEqual([['BTC', 'SBERRUB']]);
    expect((await getJson<Market>(testServer, 'market/')).courses).toEqual([]);
  });

  test('returns at most 20 pairs', async () => {
    const testServer = await startServer();
    const pairs = Array.from({ length: 25 }, () => 'BTC-SBERRUB').join();
    expect((await getJson<Market>(testServer, `market/?pairs=${pairs}`)).courses).toHaveLength(20);
  });

  test('shows an operator’s new reserve and a changed course', async () => {
    const testServer = await startServer({ RATE_DRIFT: 'off' });
    const path = 'market/?pairs=BTC-SBERRUB';
    const before = await getJson<Market>(testServer, path);
    const { db, catalogue } = testServer.context;
    const value = '"5"';
    await db
      .insertInto('settings')
      .values({ name: 'margin_sell', value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute();
    const id = catalogue.findCurrencyByCode('BTC')?.id ?? 0;
    await db
      .updateTable('reserves')
      .set({ amount: 123_456_789n })
      .where('currency_id', '=', BigInt(id))
      .execute();
    await catalogue.reload();
    const after = await getJson<Market>(testServer, path);
    expect(after.reserves.find(({ code }) => code === 'BTC')?.amount).toBe('1.23456789');
    expect(after.courses[0]?.course).not.toBe(before.courses[0]?.course);
  });

  test('the settings without a pair contain the answers of tech and chat', async () => {
    const testServer = await startServer({ CHAT_ORIGINS: 'https://chat.example' });
    const { db, catalogue } = testServer.context;
    const chatSettings = { name: 'chat_src', value: '"https://chat.example/a.js"' };
    await db.insertInto('settings').values(chatSettings).execute();
    await catalogue.reload();
    expect(await getJson(testServer, 'settings/')).toMatchObject({
      tech: await getJson(testServer, 'tech/'),
      chat: { result: { src: 'https://chat.example/a.js' } },
    });
    expect(await getJson(testServer, 'settings/?cur_from=BTC')).not.toHaveProperty('chat');
  });
});
