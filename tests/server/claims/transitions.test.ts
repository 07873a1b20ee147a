import { describe, expect, test } from 'vitest';
import {
  CLAIM_STATUSES,
  getStatusActions,
  isClosedStatus,
  type ClaimStatusCode,
} from '#core/claim/status.ts';
import { getHeldAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import { expectBalancedLedger } from '../support/ledgerAssertions.ts';
import { createClaimDriver, readStatusAndBody } from '../support/claimDriver.ts';
import { createPdf } from '../../support/sampleFiles.ts';
import { createBeforeEach, forEachDatabase } from '../../support/testServer.ts';
import { relaxedLimits } from '../../support/relaxedLimits.ts';
import { tryChange } from '../support/tryChange.ts';

/** The path from `waiting` to each status; null for statuses before it. */
const STATUS_PATHS: Readonly<Record<ClaimStatusCode, readonly ClaimStatusCode[] | null>> = {
  new: null,
  verification: null,
  requisites: null,
  waiting: [],
  claimed: ['claimed'],
  confirming: ['confirming'],
  aml: ['confirming', 'aml'],
  hold: ['confirming', 'hold'],
  paid: ['claimed', 'paid'],
  payout: ['claimed', 'paid', 'payout'],
  payout_error: ['claimed', 'paid', 'payout', 'payout_error'],
  refunding: ['confirming', 'hold', 'refunding'],
  completed: ['claimed', 'paid', 'payout', 'completed'],
  refunded: ['confirming', 'hold', 'refunding', 'refunded'],
  rejected: ['confirming', 'hold', 'rejected'],
  expired: ['expired'],
  cancelled: ['cancelled'],
};

/** The client's actions: the statuses that allow them, and the status they lead to. */
const CLIENT_STEPS = {
  confirm: { from: ['waiting'], to: 'claimed' },
  cancel: { from: ['new', 'verification', 'requisites', 'waiting'], to: 'cancelled' },
  accept: { from: ['hold'], to: 'confirming' },
  refund: { from: ['hold', 'refunding'], to: 'refunding' },
} as const satisfies Record<string, { from: readonly ClaimStatusCode[]; to: ClaimStatusCode }>;
type ClientStep = keyof typeof CLIENT_STEPS;

const WALLET = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';

forEachDatabase(startServer => {
  const testServer = createBeforeEach(() => startServer(relaxedLimits));

  /** Creates a claim and moves it to a status by allowed transitions. A claim on hold has an offer. */
  async function createClaimIn(status: ClaimStatusCode) {
    const driver =
      status === 'verification'
        ? await createClaimDriver(testServer, 'SBERRUB', 'USDTTRC20', '20000')
        : await createClaimDriver(testServer, 'LTC', 'SBERRUB', '2');
    const path = STATUS_PATHS[status];
    if (path === null && status !== 'verification')
      // Claims pass these statuses within their creation, or without a payment target, so it is written directly.
      await testServer.context.db
        .updateTable('claims')
        .set({ status, pay_to: null })
        .where('id', '=', driver.id)
        .execute();
    else if (status === 'hold') await driver.pay('1');
    else await driver.move(...(path ?? []));
    expect((await driver.fetchRow()).status).toBe(status);
    return driver;
  }

  describe.each(CLAIM_STATUSES)('in %s', status => {
    test('accepts client steps exactly as the table allows, else 409', async () => {
      const { offered, refundKnown } = { offered: status === 'hold', refundKnown: false };
      for (const step of Object.keys(CLIENT_STEPS) as ClientStep[]) {
        const driver = await createClaimIn(status);
        const before = await driver.fetchStatus();
        expect(before.can).toEqual(
          getStatusActions(status, {
            isRecalculationOffered: offered,
            isRefundDestinationKnown: status === 'verification' || refundKnown,
          }),
        );
        const { from, to } = CLIENT_STEPS[step];
        const body = JSON.stringify(step === 'refund' ? { requisites: { refund: WALLET } } : {});
        const result = await readStatusAndBody(driver.postStep(step, { body }));
        const allowed = (from as readonly ClaimStatusCode[]).includes(status);
        // A repeated cancel or confirm succeeds.
        const isRepeatedCancel = step === 'cancel' && status === 'cancelled';
        const isRepeatedConfirm =
          step === 'confirm' &&
          !isClosedStatus(status) &&
          before.history.some(({ status }) => status === 'claimed');
        if (allowed || isRepeatedCancel || isRepeatedConfirm)
          expect([step, ...result]).toMatchObject([step, 200, { status: allowed ? to : status }]);
        else expect([step, ...result]).toMatchObject([step, 409, { code: 'transition_forbidden', status }]);
        if (allowed) expect((await readStatusAndBody(driver.postStep(step, { body })))[0]).toBe(200);
        else expect((await driver.fetchStatus()).history).toEqual(before.history);
        const { to_amount, status: newStatus } = await driver.fetchRow();
        expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(
          isClosedStatus(newStatus) ? 0n : to_amount,
        );
      }
      await expectBalancedLedger(testServer.context.db);
    });

    test('accepts a receipt exactly as the table allows', async () => {
      const driver = await createClaimIn(status);
      const body = new FormData();
      body.append('file', new File([new Uint8Array(createPdf())], 'receipt.pdf'));
      const result = await readStatusAndBody(driver.postStep('bill', { body }));
      const isAllowed = ['waiting', 'claimed', 'hold'].includes(status);
      expect(result).toMatchObject(
        isAllowed ? [201, { status }] : [409, { code: 'transition_forbidden', status }],
      );
      expect((await driver.fetchStatus()).bills.length).toBe(isAllowed ? 1 : 0);
    });

    test('allows the operator’s transitions of the table and updates reserve and history', async () => {
      for (const to of CLAIM_STATUSES) {
        const driver = await createClaimIn(status);
        const { history } = await driver.fetchStatus();
        const change = { id: driver.id, to, actor: 'operator', now: testServer.now() } as const;
        const result = await tryChange(testServer.context.db, trx =>
          transitionClaim(testServer.context, trx, change),
        );
        const facts = { isCrypto: status !== 'verification', isMoneyReceived: status === 'hold' };
        // Before there is anything to pay, only a course that moved leads to a hold.
        const isUnexplainedHold = to === 'hold' && ['verification', 'requisites'].includes(status);
        const isAllowed = listNextStatuses(status, facts).includes(to) && !isUnexplainedHold;
        expect([to, result.ok]).toEqual([to, isAllowed]);
        const after = await driver.fetchStatus();
        expect(after.status).toBe(result.ok ? to : status);
        expect(after.history.length).toBe(history.length + (result.ok ? 1 : 0));
        const { to_amount } = await driver.fetchRow();
        expect(await getHeldAmount(testServer.context.db, driver.id)).toBe(
          isClosedStatus(after.status) ? 0n : to_amount,
        );
        // Releases the reserve for the next claim.
        if (!isClosedStatus(after.status)) await closeClaim(driver.id);
      }
    });
  });

  /** Closes a claim by allowed transitions, from any status. */
  async function closeClaim(id: string) {
    const ends: Partial<Record<ClaimStatusCode, readonly ClaimStatusCode[]>> = {
      new: ['cancelled'],
      verification: ['cancelled'],
      requisites: ['cancelled'],
      // With money, a claim is not cancelled.
      waiting: ['expired'],
      claimed: ['expired'],
      confirming: ['hold', 'rejected'],
      aml: ['hold', 'rejected'],
      hold: ['rejected'],
      paid: ['hold', 'rejected'],
      payout: ['completed'],
      payout_error: ['payout', 'completed'],
      refunding: ['refunded'],
    };
    const { status } = await testServer.context.db
      .selectFrom('claims')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const to of ends[status] ?? []) {
      const change = { id, to, actor: 'operator', now: testServer.now() } as const;
      const result = await tryChange(testServer.context.db, trx =>
        transitionClaim(testServer.context, trx, change),
      );
      expect(result.ok).toBe(true);
    }
  }
});
