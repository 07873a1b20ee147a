import {
  canTransition,
  CLAIM_REASONS,
  CLAIM_STATUSES,
  isClosedStatus,
  type ClaimReason,
  type ClaimStatusCode,
} from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { lockClaim } from '#server/exchange/claims/lockClaim.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import {
  findPaidClaim,
  recordPayment,
  SETTLED_STATUSES,
} from '#server/exchange/claims/payment/recordPayment.ts';
import { findExactMatch } from '#server/exchange/claims/payment/sharedAddress.ts';
import { startPayment } from '#server/exchange/claims/payment/startPayment.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import { publishClaimChange } from '#server/exchange/claims/claimSubscribers.ts';
import { prolongReportedPayment } from '#server/exchange/claims/status/claimDeadline.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';
import { transitionClaim } from '#server/exchange/claims/status/transitionClaim.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { onRefusal, type Problem } from '#server/platform/http/problem.ts';
import {
  defineCall,
  defineClaimChange,
  anyText,
  flag,
  optional,
  refuse,
  type ChangeContext,
} from '../defineCommand.ts';
import { formatAlternatives } from '../formatText.ts';
import { SUPPORT_DEVICE } from '../operatorContext.ts';
import { oneOf, parsePositiveAmount } from '../parseValue.ts';
import { buildClaimReport } from './claimReport.ts';
import { formatSentAmount, parseClaim, type ClaimWithCurrencies } from './findClaim.ts';
import { parsePaymentReference, parsePayoutReference, recordPayoutReference } from './transferReference.ts';

/** Statuses in which money is paid out: they need a recorded payment. */
const PAYING_OUT_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['payout', 'completed']);

/** The change that the operator requests. */
interface ClaimUpdate {
  /** The claim as it was found. */
  row: ClaimWithCurrencies;
  /** The requested status. Null: the payment determines it. */
  to: ClaimStatusCode | null;
  reason: ClaimReason | null;
  /** Whether to record an amount that another claim expects, or to pay out without a recorded payment. */
  force: boolean;
  /** Whether a payment was recorded before. */
  isMoneyReceived: boolean;
}

/** A payment that the operator has received. */
interface ReceivedPayment {
  amount: Units;
  reference: string;
}

/** Shows a claim with its history, changes its status, and records payments. */
export const claimCommands = [
  {
    name: 'claim',
    summary: 'show a claim with its history, change its status, or record a payment',
    help: {
      '<id>': 'the claim’s number, public number or uuid',
      '<status>': CLAIM_STATUSES.join(', '),
      '--reason': CLAIM_REASONS.join(', '),
      '--amount':
        'a received payment, in the currency sent. The sums determine the new status (paid in full, underpaid, overpaid, late). If another status was requested, nothing is changed.',
      '--reference':
        'with --amount, what makes the payment unique in its currency: in a network <transaction>:<number> with the number of the output or log entry, 0 if there is none; else the bank’s number of the transfer, or that of the cash receipt. With payout or completed the payout’s transaction or number, with refunding or refunded the refund’s. The client sees a transaction.',
      '--force':
        'record a payment although another claim with the same address expects exactly this sum, or expected it until a day ago; or pay out a claim that has no recorded payment',
    },
    notes:
      'A coin goes from a payment to confirming, aml, paid, payout and completed; money goes to paid at once. If the current status does not allow the requested one, the error lists the allowed ones.\n\nA refund to other requisites than those of the payment, and one that its recipient has stopped by the letter about it, are on hold with the reasons refund_elsewhere and refund_disputed. Compare “from fields” with “refund to”, ask the client, correct where it goes with the command refund, and continue with the status refunding.',
    examples: [
      'claim 7K4QPZ',
      'claim 7K4QPZ --amount 0.5 --reference 4a5e…3b:0',
      'claim 7K4QPZ completed --reference 9f86…08',
      'claim 7K4QPZ refunding',
    ],
  },
  defineCall('claim <id>', { id: parseClaim }, ({ db }, { id: row }) => buildClaimReport(db, row)),
  defineClaimChange(
    [
      'claim <id> <status> [--reason <reason>] [--reference <text>] [--force]',
      'claim <id> [<status>] --amount <amount> --reference <text> [--force]',
    ],
    {
      id: parseClaim,
      status: optional(oneOf('status', CLAIM_STATUSES)),
      reason: optional(oneOf('reason', CLAIM_REASONS)),
      amount: optional(anyText),
      reference: optional(anyText),
      force: flag,
    },
    async (context, { id: row, status: to = null, reason = null, amount, reference, force }) => {
      const { db } = context;
      if (reason !== null && to === null) refuse('--reason requires a status.');
      const payment: ReceivedPayment | null =
        amount === undefined
          ? null
          : {
              amount: parsePositiveAmount(amount, row.from_decimals, row.from_code),
              reference: parsePaymentReference(row, reference),
            };
      const payoutReference = payment === null ? parsePayoutReference(reference, to) : null;
      const requested = payment ?? to ?? refuse();
      const at = context.now();
      const before = await lockClaim(db, row.id);
      const isMoneyReceived = (await getReceivedTotal(db, row.id)) !== null;
      const update = { row, to, reason, force, isMoneyReceived };
      if (payoutReference !== null) await recordPayoutReference(db, row.id, payoutReference, at);
      const claim = await (typeof requested === 'string'
        ? applyStatus(context, before, { ...update, to: requested })
        : applyPayment(context, before, update, requested));
      if (to === 'refunding' && before.status !== to)
        await publishClaimChange(context, db, 'refundNamed', {
          claim,
          device: SUPPORT_DEVICE,
          at: BigInt(at),
        });
      const recorded = payment?.reference ?? payoutReference?.reference;
      return {
        text: describeUpdate(update, claim, payment),
        target: row.id,
        detail: {
          from: before.status,
          to: claim.status,
          reason: claim.reason,
          amount: payment === null ? null : unitsToDecimal(payment.amount, Number(row.from_decimals)),
          ...(recorded !== undefined && { reference: recorded }),
        },
      };
    },
  ),
];

/** Records a payment, which determines the status. */
async function applyPayment(
  context: ChangeContext,
  claim: ClaimRow,
  update: ClaimUpdate,
  { amount, reference }: ReceivedPayment,
): Promise<ClaimRow> {
  const { db } = context;
  const { row, to, reason, force } = update;
  const refuseReference = () =>
    refuse(
      `A payment in ${row.from_code} with the reference “${reference}” is recorded already. Nothing was changed.`,
    );
  if ((await findPaidClaim(db, claim, reference)) !== null) refuseReference();
  const receivedAt = context.now();
  const other = force ? null : await findExactMatch(db, claim, amount, receivedAt);
  if (other)
    refuse(
      `${other.public_number} (${other.status}) expects exactly this sum at the same address. Record the payment there, or use --force. Nothing was changed.`,
    );
  const currentCourse = await getCurrentCourse(context, db, row);
  const payment = { amount, reference, actor: 'operator', receivedAt, currentCourse } as const;
  const { claim: paid } = await recordPayment(context, db, claim, payment).catch(
    onRefusal(problem =>
      problem.code === 'reference_used' ? refuseReference() : refuse(describeFailure(update, problem)),
    ),
  );
  const { status, reason: newReason } = paid;
  if (to !== null && (status !== to || (reason !== null && reason !== newReason)))
    refuse(
      `With this payment ${row.public_number} would become ${formatStatus(paid)}, not ${to}. Nothing was changed.`,
    );
  return paid;
}

/** Changes the status as requested. */
async function applyStatus(
  context: ChangeContext,
  claim: ClaimRow,
  update: ClaimUpdate & { to: ClaimStatusCode },
): Promise<ClaimRow> {
  const { db } = context;
  const { row, to, reason, force, isMoneyReceived } = update;
  const { id, status } = claim;
  if (!force && !isMoneyReceived && PAYING_OUT_STATUSES.has(to) && canTransition(status, to))
    refuse(
      `No payment is recorded for ${row.public_number}. Record it with --amount and --reference, or use --force. Nothing was changed.`,
    );
  const change = { reason, actor: 'operator', now: context.now() } as const;
  const changing =
    to === 'waiting' && canTransition(status, to)
      ? startPayment(context, db, claim, change)
      : transitionClaim(context, db, { id, to, ...change });
  const changed = await changing.catch(onRefusal(problem => refuse(describeFailure(update, problem))));
  if (!changed)
    return refuse(
      `${row.from_code} has no active payment requisite that no open claim for the same sum uses. Nothing was changed.`,
    );
  if (to === 'claimed') await prolongReportedPayment(db, changed, change.now);
  return changed;
}

/** Describes the change. Money that does not change the status needs a decision by the operator. */
function describeUpdate({ row, to }: ClaimUpdate, claim: ClaimRow, payment: ReceivedPayment | null): string {
  const { public_number: number } = row;
  const statusText = formatStatus(claim);
  if (to === 'waiting' && claim.status === 'hold')
    return `${number}: ${row.status} → ${statusText}. The course gives less than promised: the client accepts the new amount or cancels.`;
  if (claim.status !== row.status) {
    const isElsewhere =
      claim.status === 'refunding' && claim.refund_requisites !== null && row.from_kind !== 'crypto';
    const note = isElsewhere ? ' The refund goes to other requisites than those of the payment.' : '';
    return `${number}: ${row.status} → ${statusText}.${note}`;
  }
  if (payment === null || !SETTLED_STATUSES.has(claim.status)) return `${number} is ${statusText}.`;
  const next = isClosedStatus(claim.status)
    ? ' and record it with the command return'
    : ', or pay it out with another claim';
  return `${formatSentAmount(row, payment.amount)} recorded. ${number} stays ${statusText}: send this money back${next}.`;
}

/** Describes why the status cannot change, and the allowed next statuses. Rethrows a refusal for another reason. */
function describeFailure({ row, isMoneyReceived }: ClaimUpdate, problem: Problem): string {
  const { code, body } = problem;
  const { public_number: number } = row;
  if (code === 'reserve_waiting')
    return `The free reserve of ${row.to_code} is less than the ${unitsToDecimal(row.to_amount, Number(row.to_decimals))} that ${number} requires.`;
  if (code !== 'transition_forbidden') throw problem;
  const status = body.status as ClaimStatusCode;
  const needsReason = UNPAYABLE_STATUSES.has(status);
  const next = listNextStatuses(status, { isCrypto: row.from_kind === 'crypto', isMoneyReceived }).map(to =>
    to === 'hold' && needsReason ? 'hold with --reason rate_moved' : to,
  );
  const allowed = next.length === 0 ? 'this status is final' : `it may become ${formatAlternatives(next)}`;
  return `${number} is ${status}; ${allowed}.`;
}

const formatStatus = ({ status, reason }: Pick<ClaimRow, 'status' | 'reason'>) =>
  reason === null ? status : `${status} (${reason})`;
