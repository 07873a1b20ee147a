import { beforeEach, describe, expect, test } from 'vitest';
import type { CourseAlertRequest } from '#core/contract/course/courseAlert.ts';
import { DAY_MS } from '#core/exchange/exchangeDay.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { forEachDatabase, type TestServer } from '../../support/testServer.ts';
import { createAlertCalls, EMAIL } from './support/alertCalls.ts';

forEachDatabase(startServer => {
  const calls = createAlertCalls();
  let testServer: TestServer;
  let mailbox: Awaited<ReturnType<typeof calls.use>>;

  async function start(env: Record<string, string> = {}) {
    testServer = await startServer({ ...relaxedLimits, ...env });
    mailbox = await calls.use(testServer);
  }
  beforeEach(() => start());

  const { setCourse, ask, post, readToken, confirm, check, listAlerts, listStoredEmails } = calls;

  test('a confirmed alert sends one e-mail when its course is reached, and forgets the address', async () => {
    expect((await ask()).status).toBe(202);
    await setCourse('70');
    // Not before it is confirmed.
    expect(await check()).toBe(0);
    await setCourse('60');
    expect(await confirm()).toEqual({
      status: 200,
      body: {
        from: 'USDTTRC20',
        to: 'SBERRUB',
        currencyFrom: 'USDT',
        currencyTo: 'RUB',
        priceOf: 'from',
        price: '65',
        direction: 'up',
        expiresAt: new Date(testServer.now() + 90 * DAY_MS).toISOString(),
      },
    });
    await setCourse('64.99');
    expect(await check()).toBe(0);
    await setCourse('65');
    expect(await check()).toBe(1);
    await setCourse('60');
    await check();
    await setCourse('65');
    expect(await check()).toBe(0);
    await mailbox.deliver();
    expect(mailbox.received).toHaveLength(2);
    expect(mailbox.received[1]).toMatchObject({ to: EMAIL, subject: 'Размен: 1\u00a0USDT = 65,00\u00a0₽' });
    expect(mailbox.readLast()).toContain('/?cur_from=USDTTRC20&cur_to=SBERRUB');
    expect((await listAlerts()).map(({ email }) => email)).toEqual(['']);
    testServer.advanceClock(DAY_MS);
    await check();
    expect(
      (await listStoredEmails()).map(({ recipient, mailbox: box, text }) => [recipient, box, text]),
    ).toEqual([
      ['', '', ''],
      ['', '', ''],
    ]);
  });

  test('two processes that check at once send one e-mail', async () => {
    await ask();
    await confirm();
    await setCourse('65.5');
    const counts = await Promise.all([check(), check()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await mailbox.deliver()).toBe(1);
  });

  test('waits for a price to fall, also of the currency received, exactly', async () => {
    await setCourse('0.01', 'SBERRUB', 'USDTTRC20');
    await ask({ from: 'SBERRUB', to: 'USDTTRC20', priceOf: 'to', price: '95' });
    expect((await confirm()).body.direction).toBe('down');
    // 1 ÷ 0.010526 is more than 95.
    await setCourse('0.010526', 'SBERRUB', 'USDTTRC20');
    expect(await check()).toBe(0);
    await setCourse('0.010527', 'SBERRUB', 'USDTTRC20');
    expect(await check()).toBe(1);
    await mailbox.deliver();
    expect(mailbox.readLast()).toContain('1 USDT = 95,00 ₽');
  });

  test('a closed pair reaches nothing', async () => {
    await ask();
    await confirm();
    const { db, catalogue } = testServer.context;
    await db.updateTable('currencies').set({ send_closed: 'Нет' }).where('code', '=', 'USDTTRC20').execute();
    await setCourse('70');
    expect(await check()).toBe(0);
    expect(await ask({ price: '95' })).toMatchObject({ status: 409, body: { code: 'direction_closed' } });
    await db.updateTable('currencies').set({ send_closed: null }).execute();
    await catalogue.reload();
    expect(await check()).toBe(1);
  });

  test('an unconfirmed alert sends one e-mail and is deleted after a day', async () => {
    await ask();
    await ask();
    await ask({ price: '65.00' });
    const token = await readToken('confirm');
    expect(mailbox.received).toHaveLength(1);
    testServer.advanceClock(DAY_MS);
    expect(await post('confirm/', { token })).toMatchObject({ status: 404, body: { code: 'alert_over' } });
    await check();
    expect(await listAlerts()).toEqual([]);
  });

  test('a confirmed alert is deleted after 90 days', async () => {
    await ask();
    await confirm();
    testServer.advanceClock(90 * DAY_MS - 1);
    await check();
    expect(await listAlerts()).toHaveLength(1);
    testServer.advanceClock(1);
    await check();
    expect(await listAlerts()).toEqual([]);
  });

  test('confirming twice changes nothing; an unknown token is refused', async () => {
    await ask();
    const token = await readToken('confirm');
    const first = await post('confirm/', { token });
    testServer.advanceClock(60_000);
    expect(await post('confirm/', { token })).toEqual(first);
    const cancelToken = await readToken('cancel');
    // A token does only what its e-mail says.
    for (const [path, other] of [
      ['confirm/', cancelToken],
      ['cancel/', token],
      ['cancel/', `${token}x`],
      ['confirm/', ''],
    ] as const)
      expect(await post(path, { token: other })).toMatchObject({
        status: 404,
        body: { code: 'link_invalid' },
      });
  });

  describe('a cancellation', () => {
    test('deletes the alert, before and after its confirmation', async () => {
      await ask();
      expect(await post('cancel/', { token: await readToken('cancel') })).toMatchObject({
        body: { cancelled: 1 },
      });
      await ask({ price: '66' });
      await confirm();
      const token = await readToken('cancel');
      expect(await post('cancel/', { token })).toEqual({ status: 200, body: { cancelled: 1 } });
      expect(await post('cancel/', { token })).toEqual({ status: 200, body: { cancelled: 0 } });
      expect(await listAlerts()).toEqual([]);
      await setCourse('70');
      expect(await check()).toBe(0);
    });

    test('by the e-mail about a reached course cancels the others of the mailbox', async () => {
      await ask();
      await confirm();
      await ask({ price: '100', email: 'Anna+course@mail.example' });
      await confirm();
      await ask({ price: '100', email: 'boris@mail.example' });
      await confirm();
      await setCourse('65');
      await check();
      expect(await post('cancel/', { token: await readToken('cancel') })).toMatchObject({
        body: { cancelled: 1 },
      });
      const waiting = (await listAlerts()).filter(({ reached_at }) => reached_at === null);
      expect(waiting.map(({ email }) => email)).toEqual(['boris@mail.example']);
    });
  });

  test('refuses a price that is reached, is none, and an invalid e-mail', async () => {
    const refuse = async (changes: Partial<CourseAlertRequest>) => (await ask(changes)).body.codes;
    expect(await refuse({ price: '60' })).toEqual({ price: 'price_reached' });
    expect(await refuse({ price: '0.00' })).toEqual({ price: 'number_format' });
    expect(await refuse({ price: '-1' })).toEqual({ price: 'number_format' });
    expect(await refuse({ email: 'anna' })).toEqual({ email: 'email_at' });
    expect((await ask({ to: 'BTC', from: 'BTC' })).body.code).toBe('pair_unknown');
    expect((await ask({ to: 'NONE' })).body.code).toBe('currency_unknown');
    expect(await listStoredEmails()).toEqual([]);
  });

  describe('an e-mail has at most ten alerts:', () => {
    test('only confirmed ones count, so that strangers cannot fill them', async () => {
      for (let price = 81; price <= 92; price++)
        expect((await ask({ price: String(price) })).status).toBe(202);
      await mailbox.deliver();
      const tokens = mailbox.received.map(({ text }) => /\/alert#confirm=(\S+)/.exec(text)?.[1] ?? '');
      // Two confirmations of the tenth at once.
      for (const token of tokens.slice(0, 9)) expect((await post('confirm/', { token })).status).toBe(200);
      const answers = await Promise.all(
        tokens.slice(9, 11).map(token => post<{ code?: string }>('confirm/', { token })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await post('confirm/', { token: tokens[11] })).toMatchObject({
        status: 409,
        body: { code: 'alerts_limit' },
      });
      expect((await post('confirm/', { token: tokens[0] })).status).toBe(200);
      expect(await ask({ price: '101' })).toMatchObject({ status: 409, body: { code: 'alerts_limit' } });
      expect((await ask({ price: '101', email: 'boris@mail.example' })).status).toBe(202);
    });

    test('those that nobody confirms have a limit that no answer shows', async () => {
      await start({ LIMIT_UNCONFIRMED_MAILS_PER_DAY: '2', TRUST_PROXY: 'loopback' });
      for (let n = 0; n < 10; n++)
        expect((await ask({ price: String(81 + n) }, `198.51.${n}.9`)).status).toBe(202);
      expect(await listAlerts()).toHaveLength(6);
      expect(await listStoredEmails()).toHaveLength(6);
      testServer.advanceClock(DAY_MS);
      expect((await ask({ price: '100' })).status).toBe(202);
      expect(await listStoredEmails()).toHaveLength(7);
    });
  });

  test('limits the requests of a network, and the e-mails that it causes to a mailbox', async () => {
    await start({
      LIMIT_SIGNUPS_PER_HOUR: '4',
      LIMIT_UNCONFIRMED_MAILS_PER_DAY: '2',
      TRUST_PROXY: 'loopback',
    });
    expect((await ask({ price: '91' })).status).toBe(202);
    expect((await ask({ price: '92', email: 'anna+1@mail.example' })).status).toBe(202);
    expect((await ask({ price: '93' })).status).toBe(429);
    expect((await ask({ price: '93', email: 'boris@mail.example' })).status).toBe(202);
    // The fifth request of the hour.
    expect((await ask({ price: '94', email: 'vera@mail.example' })).status).toBe(429);
    // Another network has its own limits.
    expect((await ask({ price: '95' }, '198.51.100.9')).status).toBe(202);
  });
});
