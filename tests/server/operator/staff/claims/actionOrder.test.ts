import { expect, test } from 'vitest';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { orderActions } from '#server/operator/claims/actionOrder.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import { createClaimDriver } from '../../../support/claimDriver.ts';
import { runOperator, startServerToday } from '../../../support/operatorCommand.ts';
import { openStaff, readOperator } from '../support/staffBrowser.ts';

test('lists what ends a claim without an exchange last', () => {
  const ordered = orderActions(CLAIM_STATUSES.toReversed().map(to => ({ to }))).map(({ to }) => to);
  expect(ordered).toHaveLength(CLAIM_STATUSES.length);
  expect(ordered.slice(-3)).toEqual(['expired', 'cancelled', 'rejected']);
});

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** Creates a claim and a function that reads its likely action. */
  async function openClaim(from: string, to: string, amount: string) {
    const cashier = await openStaff(testServer, 'cashier');
    const driver = await createClaimDriver(testServer, from, to, amount);
    const read = () => readOperator<OperatorClaimDetail>(cashier, `claims/${driver.id}/`);
    return { ...driver, read, readLikely: async () => (await read()).likelyAction };
  }

  test('a payment is recorded, then paid out', async () => {
    const { pay, move, readLikely } = await openClaim('SBERRUB', 'TON', '7000');
    expect(await readLikely()).toBe('payment');
    await pay('7000');
    expect(await readLikely()).toBe('payout');
    await move('payout');
    expect(await readLikely()).toBe('completed');
    await move('payout_error');
    expect(await readLikely()).toBe('payout');
    await move('refunding');
    expect(await readLikely()).toBe('refunded');
    await move('refunded');
    expect(await readLikely()).toBeNull();
  });

  test.each<[paid: string, likely: string]>([
    ['6000', 'waiting'],
    ['8000', 'paid'],
  ])('a hold after %s of 7000 leads to “%s”', async (paid, likely) => {
    const { pay, read } = await openClaim('SBERRUB', 'TON', '7000');
    await pay(paid);
    const { status, likelyAction, actions } = await read();
    expect([status, likelyAction]).toEqual(['hold', likely]);
    expect(actions.at(-1)?.to).toBe('rejected');
  });

  test('after late money the client decides', async () => {
    const { claim, pay, readLikely } = await openClaim('SBERRUB', 'TON', '7000');
    await runOperator(testServer, 'claim', claim.number, 'expired');
    expect(await readLikely()).toBeNull();
    await pay('7000');
    expect(await readLikely()).toBeNull();
  });

  test('the refund of a coin begins with its destination', async () => {
    const { pay, move, readLikely } = await openClaim('XRP', 'SBERRUB', '100');
    await pay('200');
    expect(await readLikely()).toBe('confirming');
    await move('refunding');
    expect(await readLikely()).toBe('destination');
  });

  test('money without a claim is returned', async () => {
    const { pay, move, readLikely } = await openClaim('SBERRUB', 'TON', '7000');
    await pay('8000');
    await move('rejected');
    expect(await readLikely()).toBe('return');
  });

  test('names the city of a cash payout', async () => {
    const { read } = await openClaim('BTC', 'CASHRUB', '0.05');
    expect((await read()).city).toBe('Екатеринбург');
  });
});
