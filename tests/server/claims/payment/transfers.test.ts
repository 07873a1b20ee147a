import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ClaimStatus } from '#core/contract/claim.ts';
import { createInProcessClient } from '../../../support/claimClient.ts';
import { forEachDatabase } from '../../../support/testServer.ts';
import { listOperatorChanges, runOperator, startServerToday } from '../../support/operatorCommand.ts';

const PAYMENT_ID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const PAYOUT_ID = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

forEachDatabase(startServer => {
  async function setup(from: string, to: string) {
    const testServer = await startServerToday(startServer);
    const client = createInProcessClient(testServer.app);
    const create = async () => client.createClaim(await client.buildClaim(from, to));
    const claim = await create();
    const run = (...words: string[]) => runOperator(testServer, 'claim', ...words);
    const listTransfers = async () => {
      const response = await client.fetchClaim(claim.id, 'status', claim.secret);
      return v.parse(ClaimStatus, await response.json()).transfers;
    };
    return { testServer, create, claim, run, listTransfers };
  }

  test('shows the transactions of payment and payout to the owner', async () => {
    const { testServer, claim, run, listTransfers } = await setup('TON', 'USDTERC20');
    expect(await listTransfers()).toEqual([]);
    await run(claim.number, '--amount', claim.fromSumma, '--reference', `${PAYMENT_ID}:3`);
    const payment = { kind: 'payment', transaction: PAYMENT_ID, at: expect.any(String) as string };
    expect(await listTransfers()).toEqual([payment]);
    for (const status of ['aml', 'paid', 'payout']) await run(claim.number, status);
    const { out } = await run(claim.number, 'completed', '--reference', PAYOUT_ID);
    expect(out).toBe(`${claim.number}: payout → completed.\n`);
    expect(await listTransfers()).toEqual([
      payment,
      { kind: 'payout', transaction: PAYOUT_ID, at: expect.any(String) as string },
    ]);
    const report = (await run(claim.number)).out;
    expect(report).toContain(`${PAYMENT_ID}:3`);
    expect(report).toMatch(new RegExp(`PAYOUTS\n\\S+ +payout +${PAYOUT_ID}\n`));
    expect((await listOperatorChanges(testServer)).at(-1)?.[2]).toMatchObject({ reference: PAYOUT_ID });
    // Without the secret, only the status.
    const anonymous = await testServer.get(`/api/v1/claim/${claim.id}/status/`);
    expect(await anonymous.json()).toEqual({ status: 'completed' });
  });

  test('shows the transaction of a refund, in the currency sent', async () => {
    const { claim, run, listTransfers } = await setup('TON', 'SBERRUB');
    await run(claim.number, '--amount', claim.fromSumma, '--reference', 'none:0');
    await run(claim.number, 'confirming');
    for (const status of ['hold', 'refunding']) await run(claim.number, status);
    await run(claim.number, 'refunded', '--reference', PAYOUT_ID);
    expect(await listTransfers()).toMatchObject([{ kind: 'refund', transaction: PAYOUT_ID }]);
  });

  test('shows no bank’s number and no other reference', async () => {
    const { claim, run, listTransfers } = await setup('SBERRUB', 'TON');
    await run(claim.number, '--amount', claim.fromSumma, '--reference', PAYMENT_ID);
    await run(claim.number, 'payout');
    await run(claim.number, 'completed', '--reference', 'batch 12');
    expect(await listTransfers()).toEqual([]);
    expect((await run(claim.number)).out).toMatch(/payout +batch 12\n/);
  });

  test('records a reference once per currency, and only with a transfer', async () => {
    const { testServer, create, claim, run, listTransfers } = await setup('TON', 'SBERRUB');
    const other = await create();
    const pay = (number: string, reference: string, ...more: string[]) =>
      run(number, '--amount', claim.fromSumma, '--reference', reference, ...more);
    await pay(claim.number, `${PAYMENT_ID}:0`);
    // The same payment, as others write it.
    const base64 = Buffer.from(PAYMENT_ID, 'hex').toString('base64');
    for (const reference of [
      PAYMENT_ID,
      `${PAYMENT_ID}:0`,
      ` ${PAYMENT_ID.toUpperCase()}:00 `,
      `${base64}:0`,
    ])
      for (const { number } of [claim, other])
        expect((await pay(number, reference)).err).toBe(
          `A payment in TON with the reference “${PAYMENT_ID}:0” is recorded already for ${claim.number}. Nothing was changed.\n`,
        );
    expect(await testServer.context.db.selectFrom('payments').selectAll().execute()).toHaveLength(1);
    // Another output of the transaction is another payment, if it is no slip.
    expect((await pay(other.number, `${PAYMENT_ID}:1`)).err).toContain('may be the same one');
    expect((await pay(other.number, `${PAYMENT_ID}:1`, '--force')).code).toBe(0);
    for (const words of [[], ['aml']])
      expect((await run(claim.number, ...words, '--reference', PAYOUT_ID)).err).toBe(
        '--reference requires --amount or one of the statuses payout, completed, refunding or refunded.\n',
      );
    expect((await run(claim.number, 'completed', '--reference', ' ')).err).toContain('1 to 200 characters');
    // A refused status records nothing.
    expect((await run(claim.number, 'completed', '--reference', PAYOUT_ID)).code).toBe(1);
    expect(await testServer.context.db.selectFrom('payouts').selectAll().execute()).toEqual([]);
    expect(await listTransfers()).toHaveLength(1);
  });

  test('a payment needs a reference of its network or bank', async () => {
    const { testServer, claim, run } = await setup('TON', 'SBERRUB');
    const amount = ['--amount', claim.fromSumma];
    expect((await run(claim.number, ...amount)).err).toBe(
      '--amount requires --reference: the transaction, a colon and the number of its output or log entry, 0 if it has none: <transaction>:0.\n',
    );
    for (const reference of [`${PAYMENT_ID}0`, `${PAYMENT_ID}:`, `${PAYMENT_ID}:x`, 'batch:1', ''])
      expect((await run(claim.number, ...amount, '--reference', reference)).err).toContain(
        `“${reference}” is no reference of a payment in TON. It has to be the transaction, a colon`,
      );
    const { db } = testServer.context;
    expect(await db.selectFrom('payments').selectAll().execute()).toEqual([]);
    expect(await listOperatorChanges(testServer)).toEqual([]);
    const card = await setup('SBERRUB', 'TON');
    expect((await card.run(card.claim.number, '--amount', '5000')).err).toContain('the bank’s number');
  });

  test('the database refuses the reference of another payment', async () => {
    const { testServer, create, claim, run } = await setup('TON', 'SBERRUB');
    await run(claim.number, '--amount', claim.fromSumma, '--reference', `${PAYMENT_ID}:0`);
    const { db } = testServer.context;
    const { id: _, ...payment } = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    const other = await create();
    await expect(
      db
        .insertInto('payments')
        .values({ ...payment, claim_id: other.id })
        .execute(),
    ).rejects.toThrow(/unique/i);
  });
});
