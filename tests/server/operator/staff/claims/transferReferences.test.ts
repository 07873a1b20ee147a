import { expect, test } from 'vitest';
import type { ClaimCreated } from '#core/contract/claim.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { createInProcessClient } from '../../../../support/claimClient.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import type { AccountBrowser } from '../../../accounts/support/accountBrowser.ts';
import { readRefusal } from '../../../accounts/support/passkeyBrowser.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readOperator } from '../support/staffBrowser.ts';

const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const BASE58 = '5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv';
const BASE64 = Buffer.from(HASH, 'hex').toString('base64');

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** Creates a claim that is paid, and whose payout is being sent. */
  async function createPayout(to: string): Promise<ClaimCreated> {
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('SBERRUB', to));
    const payment = ['--amount', claim.fromSumma, '--reference', claim.number];
    for (const words of [payment, ['payout']]) await runOperator(testServer, 'claim', claim.id, ...words);
    return claim;
  }

  const complete = (browser: AccountBrowser, { id }: ClaimCreated, reference: string, more: object = {}) =>
    callOperator(browser, `claims/${id}/status/`, { to: 'completed', seen: 'payout', reference, ...more });

  const readReference = async (browser: AccountBrowser, { id }: ClaimCreated) =>
    (await readOperator<OperatorClaimDetail>(browser, `claims/${id}/`)).money.at(-1)?.reference;

  test.each([
    ['LTC', HASH.toUpperCase(), HASH],
    ['ETH', HASH, `0x${HASH}`],
    ['USDTTRC20', `0x${HASH}`, HASH],
    ['XRP', HASH, HASH.toUpperCase()],
    ['TON', BASE64, HASH],
    ['SOL', BASE58, BASE58],
  ])('records only a transaction of the network: %s', async (to, reference, recorded) => {
    const cashier = await openStaff(testServer, 'cashier');
    const claim = await createPayout(to);
    const { toRequisites } = await readOperator<OperatorClaimDetail>(cashier, `claims/${claim.id}/`);
    const address = toRequisites.find(({ name }) => name === 'account')?.value ?? expect.fail('no address');
    const foreign = [HASH, BASE58, BASE64].filter(id =>
      to === 'TON' ? id === BASE58 : (to === 'SOL') !== (id === BASE58),
    );
    for (const wrong of [
      'abc',
      address,
      `${reference}:0`,
      `https://explorer.example/${reference}`,
      ...foreign,
    ])
      expect([wrong, await readRefusal(await complete(cashier, claim, wrong))]).toEqual([
        wrong,
        [400, { reference: 'reference_format' }],
      ]);
    expect((await complete(cashier, claim, ` ${reference} `)).status).toBe(200);
    expect(await readReference(cashier, claim)).toBe(recorded);
  });

  test('the number of a bank is free, and so is the command line', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const claim = await createPayout('TON');
    const internal = ['completed', '--reference', 'internal-7'];
    expect((await runOperator(testServer, 'claim', claim.id, ...internal)).code).toBe(0);
    const client = createInProcessClient(testServer.app);
    const refund = await client.createClaim(await client.buildClaim('SBERRUB', 'TON', { fromSumma: '7000' }));
    await runOperator(testServer, 'claim', refund.id, '--amount', '6000', '--reference', 'IN');
    const body = { to: 'refunding', seen: 'hold', reference: 'Возврат 7' };
    expect((await callOperator(cashier, `claims/${refund.id}/status/`, body)).status).toBe(200);
    expect(await readReference(cashier, refund)).toBe('Возврат 7');
  });

  test('asks whether a transfer that another claim has pays both', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const [first, second, other] = [
      await createPayout('LTC'),
      await createPayout('LTC'),
      await createPayout('TON'),
    ];
    expect((await complete(cashier, first, HASH)).status).toBe(200);
    const refused = await complete(cashier, second, HASH.toUpperCase());
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'transfer_recorded',
      claim: first.number,
      claimId: first.id,
      detail: expect.stringContaining(first.number) as string,
    });
    // To pay out without a payment is another decision.
    expect(await readRefusal(await complete(cashier, second, HASH, { force: true }))).toEqual([
      409,
      'transfer_recorded',
    ]);
    expect((await complete(cashier, second, HASH, { shared: true })).status).toBe(200);
    expect(await readReference(cashier, second)).toBe(HASH);
    // Networks do not share their transactions.
    expect((await complete(cashier, other, HASH)).status).toBe(200);
  });

  test('compares refunds with payouts in the same currency', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const paidOut = await createPayout('LTC');
    expect((await complete(cashier, paidOut, HASH)).status).toBe(200);
    const client = createInProcessClient(testServer.app);
    const claim = await client.createClaim(await client.buildClaim('LTC', 'SBERRUB', { fromSumma: '2' }));
    await runOperator(testServer, 'claim', claim.id, '--amount', '1', '--reference', `${HASH}:1`);
    const refund = { to: 'refunding', seen: 'hold', reference: HASH };
    expect(await readRefusal(await callOperator(cashier, `claims/${claim.id}/status/`, refund))).toEqual([
      409,
      'transfer_recorded',
    ]);
    // A bank's number is no transaction.
    const bank = await client.createClaim(await client.buildClaim('SBERRUB', 'LTC', { fromSumma: '7000' }));
    await runOperator(testServer, 'claim', bank.id, '--amount', '6000', '--reference', 'IN');
    expect((await callOperator(cashier, `claims/${bank.id}/status/`, refund)).status).toBe(200);
  });
});
