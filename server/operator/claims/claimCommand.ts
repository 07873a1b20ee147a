import {
  CLAIM_REASONS,
  CLAIM_STATUSES,
  isClosedStatus,
  type ClaimReason,
  type ClaimStatusCode,
} from '#core/claim/status.ts';
import { isNonZero, unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { SETTLED_STATUSES } from '#server/exchange/claims/payment/recordPayment.ts';
import { listNextStatuses } from '#server/exchange/claims/status/nextStatuses.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { onRefusal, type Problem } from '#server/platform/http/problem.ts';
import { defineCall, defineClaimChange, anyText, flag, optional, refuse } from '../defineCommand.ts';
import { formatAlternatives } from '../formatText.ts';
import { oneOf, parsePositiveAmount } from '../parseValue.ts';
import { changeClaimStatus, recordClaimPayment } from './changeClaim.ts';
import { buildClaimReport } from './claimReport.ts';
import { formatSentAmount, parseClaim, type ClaimWithCurrencies } from './findClaim.ts';
import { parsePaymentReference, parsePayoutReference } from './transferReference.ts';

/** The change that the operator requests. */
interface ClaimUpdate {
  /** The claim as it was found. */
  row: ClaimWithCurrencies;
  /** The requested status. Null: the payment determines it. */
  to: ClaimStatusCode | null;
  reason: ClaimReason | null;
  /** The payment to record; null: only the status changes. */
  payment: ReceivedPayment | null;
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
        'a received payment, in the currency sent. The amounts determine the new status (paid in full, underpaid, overpaid, late). If another status was requested, nothing is changed.',
      '--reference':
        'with --amount, what makes the payment unique in its currency: in a network <transaction>:<number> with the number of the output or log entry, 0 if there is none; else the bank’s number of the transfer, or that of the cash receipt. With payout or completed the payout’s transaction or number, with refunding or refunded the refund’s. The client sees a transaction.',
      '--force':
        'record a payment although another claim with the same address expects exactly this amount, or expected it until a day ago, or the amount is at least ten times more or less than expected, or the claim has received its whole amount; or pay out a claim that has no recorded payment',
    },
    notes:
      'A coin goes from a payment to confirming, aml, paid, payout and completed; money goes to paid at once. If the current status does not allow the requested one, the error lists the allowed ones.\n\nA refund to other requisites than those of the payment, and one that its recipient has stopped by the e-mail about it, are on hold with the reasons refund_elsewhere and refund_disputed. Compare “from fields” with “refund to”, ask the client, correct where it goes with the command refund, and continue with the status refunding.',
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
      if (reason !== null && to === null) refuse('--reason requires a status.');
      const payment: ReceivedPayment | null =
        amount === undefined
          ? null
          : {
              amount: parsePositiveAmount(amount, row.from_decimals, row.from_code),
              reference: parsePaymentReference(row, reference),
            };
      const payoutReference = payment === null ? parsePayoutReference(reference, to) : null;
      const isMoneyReceived = (await getReceivedTotal(context.db, row.id)) !== null;
      const update = { row, to, reason, payment, isMoneyReceived };
      const change = payment
        ? recordClaimPayment(context, row, { ...payment, force })
        : changeClaimStatus(context, row, { to: to ?? refuse(), reason, reference: payoutReference, force });
      const { claim, detail } = await change.catch(
        onRefusal(problem => refuse(describeFailure(update, problem))),
      );
      if (payment) refuseOtherStatus(update, claim);
      return { text: describeUpdate(update, claim, payment), target: row.id, detail };
    },
  ),
];

/** Refuses a payment that leads to another status than the requested one. */
function refuseOtherStatus({ row, to, reason }: ClaimUpdate, claim: ClaimRow): void {
  const { status, reason: newReason } = claim;
  if (to !== null && (status !== to || (reason !== null && reason !== newReason)))
    refuse(
      `With this payment ${row.public_number} would become ${formatStatus(claim)}, not ${to}. Nothing was changed.`,
    );
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

/** Describes why a payment is not recorded; null for another refusal. */
export function describePaymentRefusal(
  { public_number: number, from_code }: ClaimWithCurrencies,
  payment: Pick<ReceivedPayment, 'reference'> | null,
  { code, body }: Problem,
): string | null {
  const owner = String(body.claim);
  const same = (what: string) =>
    `${owner} has a payment of the same ${what}, “${payment?.reference}” may be the same one. If it is not, use --force.`;
  const texts: Readonly<Record<string, string>> = {
    reference_used: `A payment in ${from_code} with the reference “${payment?.reference}” is recorded already for ${owner}.`,
    payment_similar: same('amount and number'),
    transaction_similar: same('transaction'),
    payment_expected: `${owner} (${String(body.claimStatus)}) expects exactly this amount at the same address. Record the payment there, or use --force.`,
    payment_far: isNonZero(String(body.expected))
      ? `${String(body.amount)} ${from_code} is ten times more or less than the ${String(body.expected)} that ${number} expects. If the amount is right, use --force.`
      : `${number} has received its whole amount, so that “${payment?.reference}” may be a payment that is recorded already. If it is not, use --force.`,
  };
  const text = texts[code ?? ''];
  return text === undefined ? null : `${text} Nothing was changed.`;
}

/** Describes why the status cannot change, and the allowed next statuses. Rethrows a refusal for another reason. */
function describeFailure({ row, payment, isMoneyReceived }: ClaimUpdate, problem: Problem): string {
  const { code, body } = problem;
  const { public_number: number } = row;
  const doubt = describePaymentRefusal(row, payment, problem);
  if (doubt !== null) return doubt;
  if (code === 'payment_missing')
    return `No payment is recorded for ${number}. Record it with --amount and --reference, or use --force. Nothing was changed.`;
  if (code === 'payment_target_missing')
    return `${row.from_code} has no active payment requisite that no open claim for the same amount uses. Nothing was changed.`;
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
