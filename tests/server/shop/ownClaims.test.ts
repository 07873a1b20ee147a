import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ShopHistory, ShopStatistics } from '#core/contract/account/shop.ts';
import { countPartnerStatistics } from '#server/partners/statistics/partnerStatisticsJob.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { completeClaim, moveClaim, openPartner } from '../referral/support/partnerClient.ts';

const SHOP_PATH = '/api/v1/users/me/shop/';

/** Network of the partner's account. */
const HOME = '198.51.100.7';

const DAY_MS = 86_400_000;

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer({ ...relaxedLimits, TRUST_PROXY: 'loopback' }));
  const partner = createBeforeEach(() => openPartner(testServer, 'partner@mail.example', HOME));

  const send = async (path: string) => {
    const response = await partner.browser.send(SHOP_PATH + path, { method: 'GET' });
    expect(response.status).toBe(200);
    return response;
  };
  const readStatistics = async (query = '') =>
    v.parse(ShopStatistics, await (await send(`statistics/?${query}`)).json());

  test('own exchanges are neither in the conversion nor in the turnover, and named beside them', async () => {
    const own = await completeClaim(testServer, `${partner.code}.mine`, {
      address: HOME,
      fromSumma: '500',
      path: [],
    });
    await completeClaim(testServer, `${partner.code}.blog`, { fromSumma: '100' });
    await completeClaim(testServer, `${partner.code}.blog`, { fromSumma: '100', path: [] });
    await countPartnerStatistics(testServer.context);
    // Nothing is decided before the claim is completed.
    expect(await readStatistics()).toMatchObject({
      totals: { claims: 3, completed: 1, turnover: '100.00' },
      own: { claims: 0, turnover: '0.00' },
    });
    // On another day, which the claim's own day must not lose or win anything by.
    testServer.advanceClock(DAY_MS);
    expect((await partner.browser.logIn(partner.email)).status).toBe(200);
    await moveClaim(testServer, own, 'confirming', 'aml', 'paid', 'payout', 'completed');
    await countPartnerStatistics(testServer.context);

    const statistics = await readStatistics();
    expect(statistics).toMatchObject({
      totals: { claims: 2, completed: 1, turnover: '100.00' },
      own: { claims: 1, turnover: '500.00' },
    });
    for (const row of statistics.rows) {
      expect([row.claims, row.completed].every(count => count >= 0)).toBe(true);
      expect(Number(row.turnover)).toBeGreaterThanOrEqual(0);
    }
    const { rows } = await readStatistics('by=sub');
    expect(rows.map(({ key, claims, completed, turnover }) => [key, claims, completed, turnover])).toEqual([
      ['blog', 2, 1, '100.00'],
    ]);
    expect(await partner.programme()).toMatchObject({ claims: 2, completed: 1 });
  });

  test('an own exchange that had waited for the client leaves the figures when it is decided', async () => {
    const id = await completeClaim(testServer, partner.code, { fromSumma: '300' });
    await countPartnerStatistics(testServer.context);
    expect(await readStatistics()).toMatchObject({ totals: { claims: 1, completed: 1 } });
    await testServer.context.db
      .insertInto('partner_events')
      .values({
        partner_id: await findPartnerId(),
        kind: 'accrual.voided',
        mode: 'live',
        claim_id: id,
        data: JSON.stringify({ entry: 1, summa: '0', reason: 'self' }),
        at: BigInt(testServer.now()),
        counted_at: null,
        queued_at: null,
      })
      .execute();
    await countPartnerStatistics(testServer.context);
    expect(await readStatistics()).toMatchObject({
      totals: { claims: 0, completed: 0, turnover: '0.00' },
      own: { claims: 1, turnover: '300.00' },
    });
  });

  test('the history and its file say why a claim brings nothing', async () => {
    await completeClaim(testServer, `${partner.code}.mine`, { address: HOME });
    await completeClaim(testServer, `${partner.code}.blog`);
    await countPartnerStatistics(testServer.context);
    const { results } = v.parse(ShopHistory, await (await send('history/')).json());
    expect(results.map(({ sub, reason }) => [sub, reason]).toSorted()).toEqual([
      ['blog', null],
      ['mine', 'self'],
    ]);
    const file = await (await send('history/export/')).text();
    expect(file).toContain(`;своя заявка не считается;${partner.code};mine;`);
  });

  async function findPartnerId(): Promise<string> {
    const { id } = await testServer.context.db.selectFrom('partners').select('id').executeTakeFirstOrThrow();
    return id;
  }
});
