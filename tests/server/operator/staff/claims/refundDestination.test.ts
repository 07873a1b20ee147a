import { expect, test } from 'vitest';
import type { OperatorClaimDetail } from '#core/contract/operator/claimDetail.ts';
import { relaxedLimits } from '../../../../support/relaxedLimits.ts';
import { createBeforeEach, forEachDatabase } from '../../../../support/testServer.ts';
import { readRefusal } from '../../../accounts/support/passkeyBrowser.ts';
import { createClaimDriver } from '../../../support/claimDriver.ts';
import { createMailbox } from '../../../support/mailbox.ts';
import { startServerToday } from '../../../support/operatorCommand.ts';
import { callOperator, openStaff, readLastChange, readOperator } from '../support/staffBrowser.ts';

const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const OTHER_ADDRESS = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const HASH = 'AB'.repeat(32);
const OTHER_CARD = '4276160000000019';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServerToday(() => startServer(relaxedLimits)));

  /** A claim whose refund is in progress. */
  async function createRefund(from: string, to: string, amount: string) {
    const driver = await createClaimDriver(testServer, from, to, amount);
    await driver.pay(String(Number(amount) * 2));
    await driver.move('refunding');
    return driver;
  }

  test('closes the refund of a coin only after somebody has entered what the client named', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const { id, fetchRow, fetchStatus } = await createRefund('XRP', 'SBERRUB', '100');
    const read = () => readOperator<OperatorClaimDetail>(cashier, `claims/${id}/`);
    const { refundDestination } = await read();
    expect(refundDestination).toMatchObject({ right: 'refunds', known: null });
    expect(refundDestination?.fields.map(({ name, required }) => [name, required])).toEqual([
      ['refund', true],
      ['refundMemo', false],
    ]);
    const close = () =>
      callOperator(cashier, `claims/${id}/status/`, { to: 'refunded', seen: 'refunding', reference: HASH });
    expect(await readRefusal(await close())).toEqual([409, 'refund_unnamed']);
    const name = (refund: string, more: object = {}) =>
      callOperator(cashier, `claims/${id}/refund-destination/`, {
        values: { refund, refundMemo: '77' },
        seen: 'refunding',
        ...more,
      });
    expect((await name('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTg')).status).toBe(400);
    expect((await fetchRow()).refund_requisites).toBeNull();
    const mailbox = createMailbox(testServer);
    const { status } = await name(XRP_ADDRESS);
    expect(status).toBe(200);
    const { detail } = await readLastChange(testServer);
    expect(detail).toBe('{"destination":"other"}');
    expect((await fetchStatus()).refundTo).toContain('rHb9');
    testServer.advanceClock(60_000);
    await mailbox.deliver();
    const told = mailbox.received.filter(({ text }) => text.includes('#stop=') && text.includes('rHb9'));
    expect(told).toHaveLength(1);
    const changes = () => testServer.context.db.selectFrom('operator_changes').select('id').execute();
    const before = (await changes()).length;
    expect((await name(XRP_ADDRESS)).status).toBe(200);
    expect(await changes()).toHaveLength(before);

    expect(await readRefusal(await name(OTHER_ADDRESS))).toEqual([409, 'claim_changed']);
    const known = (await read()).refundDestination?.known;
    expect(known).toEqual({ refund: XRP_ADDRESS, refundMemo: '77' });
    expect(await readRefusal(await name(OTHER_ADDRESS, { known }))).toEqual([409, 'refund_named']);
    expect((await name(OTHER_ADDRESS, { known, replace: true })).status).toBe(200);
    expect((await read()).refundRequisites?.map(({ value }) => value)).toEqual([OTHER_ADDRESS, '77']);
    expect((await close()).status).toBe(200);
    expect((await read()).refundDestination).toBeNull();
    expect(
      await readRefusal(
        await name(XRP_ADDRESS, {
          known: { ...known, refund: OTHER_ADDRESS },
          replace: true,
          seen: 'refunded',
        }),
      ),
    ).toEqual([409, 'transition_forbidden']);
  });

  test('replaces the card of the payment only by choice, with the right `refunds` and a fresh proof', async () => {
    const cashier = await openStaff(testServer, 'cashier');
    const support = await openStaff(testServer, 'support');
    const { id } = await createRefund('SBERRUB', 'USDTTRC20', '7000');
    const { known } = (await readOperator<OperatorClaimDetail>(cashier, `claims/${id}/`))
      .refundDestination ?? { known: null };
    expect(known).toEqual({ card: expect.stringMatching(/^\d{16}$/) as string });
    const path = `claims/${id}/refund-destination/`;
    const body = { values: { card: OTHER_CARD }, seen: 'refunding', known };
    expect(await readRefusal(await callOperator(cashier, path, body))).toEqual([409, 'refund_named']);
    expect(await readRefusal(await callOperator(support, path, body))).toEqual([403, 'right_missing']);
    testServer.advanceClock(11 * 60_000);
    await cashier.refresh();
    const chosen = { ...body, replace: true };
    expect(await readRefusal(await callOperator(cashier, path, chosen))).toEqual([403, 'confirm_required']);
  });
});
