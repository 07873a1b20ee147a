import { getClaimCurrencies } from '#server/exchange/claims/view/claimStatus.ts';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { getRefundRequisites } from '#server/exchange/claims/refund/refundFields.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createBackgroundJob, type BackgroundJob } from '#server/platform/jobs/backgroundJob.ts';
import { onRefusal } from '#server/platform/http/problem.ts';
import { payApprovedClaims } from '#server/exchange/verification/approvedClaims.ts';
import { decideVerification } from '#server/exchange/verification/decideVerification.ts';
import { DEMO_CONFIRMATION_MS } from '#server/exchange/claims/payment/demoConfirmations.ts';

/** The next step of the demo operator for a claim after `delayMs` in its status. */
interface DemoStep {
  delayMs: number;
  /** The next status. `payment`: records a payment of the full amount. */
  to: ClaimStatusCode | 'payment';
}

const DEMO_STEPS: Partial<Record<ClaimStatusCode, DemoStep>> = {
  claimed: { delayMs: 3_000, to: 'payment' },
  confirming: { delayMs: DEMO_CONFIRMATION_MS, to: 'aml' },
  aml: { delayMs: 2_000, to: 'paid' },
  paid: { delayMs: 2_000, to: 'payout' },
  payout: { delayMs: 3_000, to: 'completed' },
  payout_error: { delayMs: 5_000, to: 'payout' },
  refunding: { delayMs: 4_000, to: 'refunded' },
};

/** Time before a submitted card is approved. */
const CARD_REVIEW_MS = 4_000;

const DEMO_INTERVAL_MS = 500;

/**
 * Advances each due claim by one step and approves submitted cards. Returns the number of both. Claims on hold need a
 * person, and the simulator's claims are skipped.
 */
export async function advanceClaims(context: ServerContext): Promise<number> {
  let count = 0;
  for (const claim of await findAdvanceableClaims(context.db))
    if (await advanceClaim(context, claim)) count++;
  const { db, now } = context;
  for (const id of await findReviewedVerifications(context)) {
    const isDecided = await isDone(
      runInTransaction(db, trx => decideVerification(context, trx, id, { approve: true }, now())),
    );
    if (!isDecided) continue;
    count++;
    await payApprovedClaims(context);
  }
  return count;
}

/** Creates the job of the demo operator. Throws unless OPERATOR=demo: it completes claims without real money. */
export function createDemoOperator(context: ServerContext): BackgroundJob {
  if (context.config.operator !== 'demo') throw new Error('The demo operator needs OPERATOR=demo');
  return createBackgroundJob(
    'demo_operator',
    DEMO_INTERVAL_MS,
    () => advanceClaims(context),
    error => context.log.error({ err: error }, 'The demo operator failed'),
  );
}

function findAdvanceableClaims(db: Db): Promise<ClaimRow[]> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('status', 'in', Object.keys(DEMO_STEPS) as ClaimStatusCode[])
    .where('id', 'not in', query => query.selectFrom('simulated_claims').select('claim_id'))
    .orderBy('updated_at')
    .execute();
}

async function findReviewedVerifications({ db, now }: ServerContext): Promise<string[]> {
  const rows = await db
    .selectFrom('verifications')
    .select('id')
    .where('status', '=', 'pending')
    .where('updated_at', '<=', BigInt(now() - CARD_REVIEW_MS))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('claim_id', 'is', null),
        eb('claim_id', 'not in', selectFrom('simulated_claims').select('claim_id')),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

async function advanceClaim(context: ServerContext, claim: ClaimRow): Promise<boolean> {
  const { catalogue, db, now } = context;
  const step = DEMO_STEPS[claim.status];
  if (!step || now() - Number(claim.updated_at) < step.delayMs) return false;
  if (step.to === 'payment') return payMissingAmount(context, claim);
  const { from } = getClaimCurrencies(catalogue, claim);
  if (step.to === 'refunded' && getRefundRequisites(from, claim) === null) return false;
  const { id, status } = claim;
  const change = { id, from: status, to: step.to, actor: 'operator', note: 'demo', now: now() } as const;
  return isDone(transactOnClaim(db, id, trx => transitionClaim(context, trx, change)));
}

/** False if a step was refused because the claim has changed meanwhile. */
const isDone = (step: Promise<unknown>): Promise<boolean> =>
  step.then(
    () => true,
    onRefusal(() => false),
  );

/** Records a payment of the missing amount, received when the client confirmed it. */
async function payMissingAmount(context: ServerContext, claim: ClaimRow): Promise<boolean> {
  const { db, now } = context;
  const { id, from_amount, updated_at } = claim;
  const currentCourse = await getCurrentCourse(context, db, claim);
  const payment = transactOnClaim(db, id, async (trx, currentClaim) => {
    const received = (await getReceivedTotal(trx, id)) ?? 0n;
    const amount = from_amount - received;
    // A merchant may have recorded the payment meanwhile.
    if (currentClaim.status !== 'claimed' || amount <= 0n) return false;
    await recordPayment(context, trx, claim, {
      amount,
      reference: `demo ${id} ${received}`,
      actor: 'operator',
      receivedAt: Number(updated_at),
      recordedAt: now(),
      currentCourse,
    });
    return true;
  });
  return payment.catch(onRefusal(() => false));
}
