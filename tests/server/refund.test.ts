import { beforeEach, expect, test } from 'vitest';
import { CARD } from './applicant.ts';
import { expectLedger } from './balance.ts';
import { maker, told } from './maker.ts';
import { forEachDatabase, type World } from './world.ts';
import { roomy } from './roomy.ts';

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const to = (requisites: Record<string, string>) => ({ body: JSON.stringify({ requisites }) });

forEachDatabase(open => {
  let world: World;
  beforeEach(async () => {
    world = await open(roomy);
  });

  test('the client takes his money back instead of an offer, to a wallet that he names', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB', '2');
    await one.pay('1');
    expect((await one.status()).refundTo).toBe(null);
    const [status, first] = await told(one.step('refund', to({ refund: WALLET })));
    expect([status, first]).toMatchObject([
      200,
      { status: 'refunding', reason: 'underpaid', can: [], refundTo: 'LM2WM…XpGc1' },
    ]);
    expect(first.recalculations).toMatchObject([{ state: 'refused' }]);
    expect(await told(one.step('refund', to({ refund: WALLET })))).toEqual([200, first]);
    expect(
      await told(one.step('refund', to({ refund: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' }))),
    ).toMatchObject([409, { code: 'transition_forbidden', status: 'refunding' }]);
    expect(await told(one.step('accept'))).toMatchObject([409, { status: 'refunding' }]);
    await one.move('refunded');
    expect(await told(one.step('refund', to({ refund: WALLET })))).toMatchObject([
      409,
      { status: 'refunded' },
    ]);
    const ledger = world.context.db.selectFrom('reserve_entries').select('id').where('kind', '=', 'receipt');
    expect(await ledger.execute()).toEqual([]);
    await expectLedger(world.context.db);
  });

  test.each([
    ['no place', {}, { 'requisites.refund': 'empty' }],
    ['an empty one', { refund: ' ' }, { 'requisites.refund': 'empty' }],
    ['another network’s', { refund: TRON }, { 'requisites.refund': 'other_network' }],
    ['a card', { refund: WALLET, card: CARD }, { 'requisites.card': 'field_unknown' }],
  ])('%s is refused, and the offer stands', async (_, requisites, codes) => {
    const one = await maker(world, 'LTC', 'SBERRUB', '2');
    await one.pay('1');
    expect(await told(one.step('refund', to(requisites as Record<string, string>)))).toMatchObject([
      400,
      { codes },
    ]);
    expect((await one.status()).can).toEqual(['bill', 'accept', 'refund']);
  });

  test.each(['', '[]', '{"requisites": 5}', '{"requisites": {"refund": null}}'])(
    'the body %j is refused',
    async body => {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      await one.pay('1');
      expect(await told(one.step('refund', { body }))).toMatchObject([
        400,
        { codes: { requisites: 'body_invalid' } },
      ]);
    },
  );

  test('money from a card goes back to it, or to another that the client names', async () => {
    const one = await maker(world, 'SBERRUB', 'USDTTRC20');
    await one.pay('1000');
    expect(await told(one.step('refund', to({})))).toMatchObject([
      200,
      { status: 'refunding', refundTo: `2200\u00a0••••\u00a0${CARD.slice(-4)}` },
    ]);
    const two = await maker(world, 'SBERRUB', 'USDTTRC20');
    await two.pay('1000');
    expect(await told(two.step('refund', to({ card: '2202200112233447' })))).toMatchObject([400, {}]);
    expect(await told(two.step('refund', to({ card: '4276 1600 0000 0019' })))).toMatchObject([
      200,
      { refundTo: '4276\u00a0••••\u00a00019' },
    ]);
  });

  test('a refund that the operator began asks where to, once', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB', '2');
    await one.pay('2');
    await one.move('aml', 'paid', 'payout', 'payout_error', 'refunding');
    expect((await one.status()).can).toEqual(['refund']);
    expect(await told(one.step('refund', to({ refund: WALLET })))).toMatchObject([200, { can: [] }]);
    expect((await one.status()).refundTo).toBe('LM2WM…XpGc1');
    expect((await one.row()).status).toBe('refunding');
  });

  test('taking the offer and taking the money back at once: one of them is done', async () => {
    const outcomes: string[] = [];
    for (let n = 0; n < 4; n++) {
      const one = await maker(world, 'LTC', 'SBERRUB', '2');
      await one.pay('1');
      const answers = await Promise.all([
        told(one.step('accept')),
        told(one.step('refund', to({ refund: WALLET }))),
        told(one.step('accept')),
      ]);
      const { status } = await one.row();
      outcomes.push(status);
      expect(['paid', 'refunding']).toContain(status);
      const [taken, returned, again] = answers.map(([code]) => code);
      expect([taken, returned, again]).toEqual(status === 'paid' ? [200, 409, 200] : [409, 200, 409]);
    }
    expect(outcomes.length).toBe(4);
    await expectLedger(world.context.db);
  });

  test('without an offer there is nothing to choose', async () => {
    const one = await maker(world, 'LTC', 'SBERRUB', '2');
    await one.pay('2');
    await one.move(['hold', 'aml_risk']);
    expect((await one.status()).can).toEqual(['bill']);
    for (const call of ['accept', 'refund'])
      expect(await told(one.step(call, to({ refund: WALLET })))).toMatchObject([409, { status: 'hold' }]);
  });
});
