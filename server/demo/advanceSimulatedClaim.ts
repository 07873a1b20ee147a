import type { Transaction } from 'kysely';
import type { SimulatorMove } from '#core/contract/simulator.ts';
import { canTransition, type ClaimReason, type ClaimStatusCode } from '#core/claim/status.ts';
import { decimalToExactUnits, type Units } from '#core/exchange/amount.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { assignPaymentTarget } from '#server/exchange/claims/payment/assignPaymentTarget.ts';
import type { ClaimCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { createFieldProblem, createProblem, onRefusal, type Problem } from '#server/platform/http/problem.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { findTransitionPath } from './findTransitionPath.ts';

/**
 * Hold reasons that a payment causes: the required statuses at its arrival, and its percentage of the claim's amount.
 */
const HOLD_PAYMENTS: Partial<
  Record<ClaimReason, { fromStatuses: readonly ClaimStatusCode[]; percent: bigint }>
> = {
  underpaid: { fromStatuses: ['waiting', 'claimed', 'confirming'], percent: 80n },
  overpaid: { fromStatuses: ['waiting', 'claimed', 'confirming'], percent: 120n },
  paid_late: { fromStatuses: ['expired', 'cancelled'], percent: 100n },
};

/**
 * Moves a claim to a status and reason: by a payment if that leads to it, else along the shortest path of allowed
 * transitions. `currentCourse` is the course for a late payment.
 */
export async function advanceSimulatedClaim(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  { status: to, reason, amount: text }: SimulatorMove,
  decimals: number,
  currentCourse: ClaimCourse | null,
): Promise<ClaimRow> {
  if (claim.status === to && claim.reason === reason && text === null) return claim;
  const amount = text === null ? null : decimalToExactUnits(text, decimals);
  if (text !== null && (amount === null || amount <= 0n))
    throw createFieldProblem({ amount: { code: 'number_format' } });
  const holdPayment = to === 'hold' && reason !== null ? HOLD_PAYMENTS[reason] : undefined;
  let current = claim;
  // A new claim needs a payment target before any payment or transition.
  if (claim.status === 'new' && !canTransition('new', to) && reason !== 'verification_failed')
    current = await advanceAlongPath(context, trx, claim, 'waiting', null);
  if (holdPayment && !holdPayment.fromStatuses.includes(current.status))
    current = await advanceAlongPath(context, trx, current, holdPayment.fromStatuses[0] ?? 'waiting', null);
  if (amount !== null || holdPayment)
    current = await applyPayment(context, trx, current, amount, holdPayment?.percent ?? 100n, currentCourse);
  if (current.status === to && (reason === null || current.reason === reason)) return current;
  return advanceAlongPath(context, trx, current, to, reason);
}

async function applyPayment(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  amount: Units | null,
  percent: bigint,
  currentCourse: ClaimCourse | null,
): Promise<ClaimRow> {
  const receivedTotal = (await getReceivedTotal(trx, claim.id)) ?? 0n;
  const paidAmount = amount ?? (claim.from_amount * percent) / 100n - receivedTotal;
  if (paidAmount <= 0n) throw createForbiddenProblem(claim.status);
  const paid = await recordPayment(context, trx, claim, {
    amount: paidAmount,
    reference: `simulator ${claim.id} ${receivedTotal}`,
    receivedAt: context.now(),
    currentCourse,
    actor: 'operator',
  }).catch(onRefusal(({ body }) => throwForbidden(body.status)));
  return paid.claim;
}

async function advanceAlongPath(
  context: ServerContext,
  trx: Transaction<DatabaseSchema>,
  claim: ClaimRow,
  to: ClaimStatusCode,
  reason: ClaimReason | null,
): Promise<ClaimRow> {
  const isCrypto = context.catalogue.getCurrency(Number(claim.from_id))?.kind === 'crypto';
  const steps = findTransitionPath(claim.status, to, isCrypto);
  if (steps === null) throw createForbiddenProblem(claim.status);
  let current = claim;
  for (const [index, status] of steps.entries()) {
    const now = context.now();
    if (status === 'waiting' && !(await assignPaymentTarget(context, trx, current, now)))
      throw createForbiddenProblem(claim.status);
    current = await transitionClaim(context, trx, {
      id: claim.id,
      to: status,
      reason: index === steps.length - 1 ? reason : null,
      actor: 'operator',
      note: 'simulator',
      now,
    }).catch(onRefusal(() => throwForbidden(claim.status)));
  }
  return current;
}

/** The simulator's refusal, whatever the reason is. */
const createForbiddenProblem = (status: unknown): Problem =>
  createProblem(409, 'transition_forbidden', { status });

const throwForbidden = (status: unknown): never => {
  throw createForbiddenProblem(status);
};
