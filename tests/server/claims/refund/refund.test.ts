import { expect, test } from 'vitest';
import { TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { expectBalancedLedger } from '../../support/ledgerAssertions.ts';
import { createClaimDriver, readStatusAndBody } from '../../support/claimDriver.ts';
import { createBeforeEach, forEachDatabase } from '../../../support/testServer.ts';
import { relaxedLimits } from '../../../support/relaxedLimits.ts';

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const MASKED_OTHER = '4276\u00a0••••\u00a00019';
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const refundRequest = (requisites: Record<string, string>) => ({ body: JSON.stringify({ requisites }) });

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  test('refunds to a given wallet instead of an offer', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    expect((await driver.fetchStatus()).refundTo).toBe(null);
    const [status, first] = await readStatusAndBody(
      driver.postStep('refund', refundRequest({ refund: WALLET })),
    );
    expect([status, first]).toMatchObject([
      200,
      { status: 'refunding', reason: 'underpaid', can: [], refundTo: 'LM2WM…XpGc1' },
    ]);
    expect(first.recalculations).toMatchObject([{ state: 'refused' }]);
    expect(await readStatusAndBody(driver.postStep('refund', refundRequest({ refund: WALLET })))).toEqual([
      200,
      first,
    ]);
    expect(
      await readStatusAndBody(
        driver.postStep('refund', refundRequest({ refund: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' })),
      ),
    ).toMatchObject([409, { code: 'transition_forbidden', status: 'refunding' }]);
    expect(await readStatusAndBody(driver.postStep('accept'))).toMatchObject([409, { status: 'refunding' }]);
    await driver.move('refunded');
    expect(
      await readStatusAndBody(driver.postStep('refund', refundRequest({ refund: WALLET }))),
    ).toMatchObject([409, { status: 'refunded' }]);
    const ledger = testServer.context.db
      .selectFrom('reserve_entries')
      .select('id')
      .where('kind', '=', 'receipt');
    expect(await ledger.execute()).toEqual([]);
    await expectBalancedLedger(testServer.context.db);
  });

  test.each([
    ['no address', {}, { 'requisites.refund': 'empty' }],
    ['an empty address', { refund: ' ' }, { 'requisites.refund': 'empty' }],
    ['an address of another network', { refund: TRON }, { 'requisites.refund': 'other_network' }],
    ['a card', { refund: WALLET, card: TEST_CARD_NUMBER }, { 'requisites.card': 'field_unknown' }],
  ])('%s is refused, and the offer remains', async (_, requisites, codes) => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    expect(
      await readStatusAndBody(driver.postStep('refund', refundRequest(requisites as Record<string, string>))),
    ).toMatchObject([400, { codes }]);
    expect((await driver.fetchStatus()).can).toEqual(['bill', 'accept', 'refund']);
  });

  test.each(['', '[]', '{"requisites": 5}', '{"requisites": {"refund": null}}'])(
    'the body %j is refused',
    async body => {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await driver.pay('1');
      expect(await readStatusAndBody(driver.postStep('refund', { body }))).toMatchObject([
        400,
        { codes: { requisites: 'body_invalid' } },
      ]);
    },
  );

  test('refunds a card payment to its card, or to another valid card of the client', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await driver.pay('1000');
    expect(await readStatusAndBody(driver.postStep('refund', refundRequest({})))).toMatchObject([
      200,
      { status: 'refunding', refundTo: `2200\u00a0••••\u00a0${TEST_CARD_NUMBER.slice(-4)}` },
    ]);
    const secondDriver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await secondDriver.pay('1000');
    expect(
      await readStatusAndBody(secondDriver.postStep('refund', refundRequest({ card: '2202200112233447' }))),
    ).toMatchObject([400, {}]);
    expect(
      await readStatusAndBody(
        secondDriver.postStep('refund', refundRequest({ card: '4276 1600 0000 0019' })),
      ),
    ).toMatchObject([200, { refundTo: MASKED_OTHER }]);
  });

  test('a refund to another card waits for the operator, and the card of the payment stays', async () => {
    const driver = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await driver.pay('1000');
    const other = refundRequest({ card: '4276 1600 0000 0019' });
    const answers = await Promise.all([
      readStatusAndBody(driver.postStep('refund', other)),
      readStatusAndBody(driver.postStep('refund', other)),
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject([
        200,
        // Clients that know the first reasons only go on working.
        {
          status: 'hold',
          reason: 'manual',
          cause: 'refund_elsewhere',
          can: ['bill'],
          refundTo: MASKED_OTHER,
        },
      ]);
    const row = await driver.fetchRow();
    expect(JSON.parse(row.from_requisites)).toEqual({ card: TEST_CARD_NUMBER });
    expect(JSON.parse(row.refund_requisites ?? '')).toEqual({ card: '4276160000000019' });
    // Neither is it changed again, nor is the offer accepted.
    for (const [call, init] of [
      ['refund', refundRequest({ card: TEST_CARD_NUMBER })],
      ['accept', {}],
    ] as const)
      expect(await readStatusAndBody(driver.postStep(call, init))).toMatchObject([409, { status: 'hold' }]);
    expect((await driver.fetchStatus()).recalculations).toMatchObject([{ state: 'refused' }]);
    await driver.move('refunding');
    expect(await driver.fetchStatus()).toMatchObject({ refundTo: MASKED_OTHER, cause: null });
    await driver.move('refunded');
    expect(await readStatusAndBody(driver.postStep('refund', other))).toMatchObject([409, {}]);
    await expectBalancedLedger(testServer.context.db);
  });

  test('the card of the payment in another spelling is no other card', async () => {
    const card = await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20');
    await card.pay('1000');
    expect(
      await readStatusAndBody(card.postStep('refund', refundRequest({ card: '2200 0000 0000 0004' }))),
    ).toMatchObject([200, { status: 'refunding' }]);
    expect((await card.fetchRow()).refund_requisites).toBeNull();
  });

  test.each(['SBPRUB', 'TCSBRUB'])('a refund of %s to other requisites is on hold', async code => {
    const driver = await createClaimDriver(testServer, code, 'USDTTRC20');
    await driver.pay('1000');
    const requisites = code === 'SBPRUB' ? { phone: '+7 999 000-00-01' } : { card: '4276 1600 0000 0019' };
    expect(
      await readStatusAndBody(driver.postStep('refund', refundRequest(requisites as Record<string, string>))),
    ).toMatchObject([200, { status: 'hold', cause: 'refund_elsewhere' }]);
  });

  test('of two concurrent refunds to different wallets one is stored', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('1');
    const wallets = [WALLET, 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'];
    const codes = await Promise.all(
      wallets.map(async refund => (await driver.postStep('refund', refundRequest({ refund }))).status),
    );
    expect(codes.toSorted()).toEqual([200, 409]);
    const { refund_requisites } = await driver.fetchRow();
    expect(JSON.parse(refund_requisites ?? '')).toEqual({ refund: wallets[codes.indexOf(200)] });
  });

  test('a refund in a network with tags has one, if the client gives it', async () => {
    const driver = await createClaimDriver(testServer, 'XRP', 'SBERRUB', '200');
    await driver.pay('100');
    const refund = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
    expect(
      await readStatusAndBody(driver.postStep('refund', refundRequest({ refund, refundMemo: '4294967296' }))),
    ).toMatchObject([400, { codes: { 'requisites.refundMemo': expect.any(String) as string } }]);
    const named = { refund, refundMemo: '4294967295' };
    expect(await readStatusAndBody(driver.postStep('refund', refundRequest(named)))).toMatchObject([
      200,
      { status: 'refunding' },
    ]);
    expect(JSON.parse((await driver.fetchRow()).refund_requisites ?? '')).toEqual(named);
    // Without its tag it is another destination.
    expect((await driver.postStep('refund', refundRequest({ refund }))).status).toBe(409);
  });

  test('accepts the address of an operator’s refund once', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('2');
    await driver.move('aml', 'paid', 'payout', 'payout_error', 'refunding');
    expect((await driver.fetchStatus()).can).toEqual(['refund']);
    expect(
      await readStatusAndBody(driver.postStep('refund', refundRequest({ refund: WALLET }))),
    ).toMatchObject([200, { can: [] }]);
    expect((await driver.fetchStatus()).refundTo).toBe('LM2WM…XpGc1');
    expect((await driver.fetchRow()).status).toBe('refunding');
  });

  test('performs one of concurrent accept and refund calls', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 4; n++) {
      const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
      await driver.pay('1');
      const results = await Promise.all([
        readStatusAndBody(driver.postStep('accept')),
        readStatusAndBody(driver.postStep('refund', refundRequest({ refund: WALLET }))),
        readStatusAndBody(driver.postStep('accept')),
      ]);
      const { status } = await driver.fetchRow();
      outcomes.push(status);
      expect(['confirming', 'refunding']).toContain(status);
      const [accepted, refunded, repeated] = results.map(([code]) => code);
      expect([accepted, refunded, repeated]).toEqual(
        status === 'confirming' ? [200, 409, 200] : [409, 200, 409],
      );
    }
    expect(outcomes.length).toBe(4);
    await expectBalancedLedger(testServer.context.db);
  });

  test('refuses accept and refund without an offer', async () => {
    const driver = await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    await driver.pay('2');
    await driver.move(['hold', 'aml_risk']);
    expect((await driver.fetchStatus()).can).toEqual(['bill']);
    for (const call of ['accept', 'refund'])
      expect(await readStatusAndBody(driver.postStep(call, refundRequest({ refund: WALLET })))).toMatchObject(
        [409, { status: 'hold' }],
      );
  });
});
