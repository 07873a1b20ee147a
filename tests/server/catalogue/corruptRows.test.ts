import { expect, it } from 'vitest';
import { createClaimClient } from '../../support/claimClient.ts';
import { createBeforeEach, forEachDatabase, type TestServer } from '../../support/testServer.ts';

/** Ids of the pair whose row is corrupted, and of another receive currency. */
async function findPairIds({ context }: TestServer) {
  const id = (code: string) => context.catalogue.findCurrencyByCode(code)?.id ?? expect.fail(`no ${code}`);
  return { from: id('BTC'), to: id('SBERRUB'), other: id('TCSBRUB') };
}

/** Counts the log entries with this text. */
const countLogged = (testServer: TestServer, text: string) => testServer.log().split(text).length - 1;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer());

  it.each([
    ['margin', 'a lot'],
    ['margin', '100'],
    ['discount', '-1'],
    ['frozen_course', '0.00'],
    ['frozen_course', '8 000 000'],
  ])('closes only a pair whose %s is “%s” and logs it once', async (column, text) => {
    const { catalogue, db } = testServer.context;
    const { from, to, other } = await findPairIds(testServer);
    const client = createClaimClient((path, init) => testServer.app.request(path, init));
    const body = await client.buildClaim('BTC', 'SBERRUB');
    const none = { margin: null, discount: null, max: null, frozen_course: null, closed: null };
    await db
      .insertInto('pairs')
      .values({ ...none, from_id: BigInt(from), to_id: BigInt(to), [column]: text })
      .execute();
    await catalogue.reload();

    for (const call of ['pair', 'course']) {
      const response = await testServer.get(`/api/v1/calculator/${call}/${from}/${to}/`);
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { quote: null, closed: { code: 'direction_closed', detail: expect.stringMatching(/[а-я]/) } },
      ]);
    }
    const settings = await testServer.get('/api/v1/calculator/settings/?cur_from=BTC&cur_to=SBERRUB');
    // A deep link to the pair shows the nearest open one and names the replaced code.
    expect(await settings.json()).toMatchObject({
      replaced: [{ side: 'to', wanted: 'SBERRUB' }],
      pair: { closed: null },
    });
    const claim = await client.postClaim(body);
    expect([claim.status, await claim.json()]).toMatchObject([409, { code: 'direction_closed' }]);
    const otherPair = await testServer.get(`/api/v1/calculator/pair/${from}/${other}/`);
    expect(await otherPair.json()).toMatchObject({ closed: null });
    const { rates } = (await (await testServer.get('/rates.json')).json()) as {
      rates: { from: string; to: string }[];
    };
    const pairs = rates.map(rate => `${rate.from} ${rate.to}`);
    expect(pairs).toContain('BTC TCSBRUB');
    expect(pairs).not.toContain('BTC SBERRUB');

    // The error is not logged again after an unrelated change.
    await db.updateTable('currencies').set({ notify: 'Тише едешь' }).where('code', '=', 'LTC').execute();
    await catalogue.reload();
    expect(countLogged(testServer, `pairs ${from}:${to}`)).toBe(1);
    await db.updateTable('pairs').set(none).execute();
    await catalogue.reload();
    const repaired = await testServer.get(`/api/v1/calculator/pair/${from}/${to}/`);
    expect(await repaired.json()).toMatchObject({ closed: null });
  });

  it('ignores a promocode with an invalid percent', async () => {
    const { catalogue, db } = testServer.context;
    const { from, to } = await findPairIds(testServer);
    const code = (name: string, percent: string) => ({
      code: name,
      percent,
      single_use: 0n,
      used: 0n,
      active: 1n,
    });
    await db
      .insertInto('promocodes')
      .values([code('WRONG', '101'), code('RIGHT', '100')])
      .execute();
    await catalogue.reload();
    const fetchPair = (name: string) =>
      testServer.get(`/api/v1/calculator/pair/${from}/${to}/?promocode=${name}`);
    const wrong = await fetchPair('wrong');
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { codes: { promocode: 'promocode_invalid' } },
    ]);
    expect((await fetchPair('right')).status).toBe(200);
    expect(countLogged(testServer, 'promocodes WRONG')).toBe(1);
  });

  it('treats unreadable aliases as none', async () => {
    const { catalogue, db } = testServer.context;
    await db.updateTable('currencies').set({ aliases: '[' }).where('code', '=', 'USDTTRC20').execute();
    await catalogue.reload();
    expect(catalogue.findCurrencyByCode('USDTTRC20')?.aliases).toEqual([]);
    expect(catalogue.findCurrencyByCode('USDTTRC')).toBeUndefined();
    expect(countLogged(testServer, 'currencies USDTTRC20')).toBe(1);
  });
});
