import type { Transaction } from 'kysely';
import {
  canTransition,
  CLAIM_REASONS,
  CLAIM_STATUSES,
  isClosedStatus,
  type ClaimReason,
  type ClaimStatusCode,
} from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import { transactOnClaim } from '../claims/lockClaim.ts';
import { UNPAYABLE_STATUSES } from '../claims/claimStatusSets.ts';
import { getReceivedTotal } from '../claims/payment/receivedTotal.ts';
import { findPaidClaim, recordPayment, SETTLED_STATUSES } from '../claims/payment/recordPayment.ts';
import type { IncomingPayment } from '../claims/payment/recordPayment.ts';
import { findExactMatch } from '../claims/payment/sharedAddress.ts';
import { startPayment } from '../claims/payment/startPayment.ts';
import { getCurrentCourse } from '../claims/recalculation/recalculation.ts';
import { enqueueRefundLetter } from '../claims/refund/refundLetter.ts';
import { prolongReportedPayment } from '../claims/status/claimDeadline.ts';
import { listNextStatuses } from '../claims/status/nextStatuses.ts';
import { transitionClaim } from '../claims/status/transitionClaim.ts';
import type { ClaimRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { createProblem, notFoundProblem, onRefusal, type Problem } from '../http/problem.ts';
import { writeAuditEntry } from './auditLog.ts';
import { isClaimStatus } from './claimsCommand.ts';
import {
  createSuccess,
  formatAlternatives,
  createFailure,
  type OperatorCommand,
  type OperatorContext,
  type CommandResult,
} from './operatorCommand.ts';
import { findClaim } from './findClaim.ts';
import type { ClaimWithCurrencies } from './findClaim.ts';
import { parseReference, recordPayoutReference } from './transferReference.ts';
import { buildClaimReport } from './claimReport.ts';
import { parseAmountArgument } from './parseAmountArgument.ts';
import { SUPPORT_DEVICE } from './partners/supportDevice.ts';

/** Shows a claim with its history, changes its status, and records payments. */
export const claimCommand: OperatorCommand = {
  usage: [
    'claim <id>',
    'claim <id> <status> [--reason <reason>] [--reference <text>] [--force]',
    'claim <id> [<status>] --amount <amount> --reference <text> [--force]',
  ],
  summary: 'show a claim with its history, change its status, or record a payment',
  help: [
    '<id>      the claim’s number, public number or uuid',
    `<status>  ${CLAIM_STATUSES.join(', ')}`,
    `--reason  ${CLAIM_REASONS.join(', ')}`,
    '--amount  a received payment, in the currency sent. The sums determine the new status (paid in full,',
    '          underpaid, overpaid, late). If another status was requested, nothing is changed.',
    '--reference',
    '          with --amount, what makes the payment unique in its currency: in a network <transaction>:<number>',
    '          with the number of the output or log entry, 0 if there is none; else the bank’s number of the',
    '          transfer, or that of the cash receipt. With payout or completed the payout’s transaction or',
    '          number, with refunding or refunded the refund’s. The client sees a transaction.',
    '--force   record a sum that another claim with the same address expects exactly, or expected until a day ago',
    '          or pay out a claim without a recorded payment',
    '',
    'A coin goes from a payment to confirming, aml, paid, payout and completed; money goes to paid at once.',
    'If the current status does not allow the requested one, the error lists the allowed ones.',
    '',
    'A refund to other requisites than those of the payment, and one that its recipient has stopped by the letter',
    'about it, are on hold with the reasons refund_elsewhere and refund_disputed. Compare “from fields” with “refund',
    'to”, ask the client, correct where it goes with the command refund, and continue with the status refunding.',
  ],
  examples: [
    'claim 7K4QPZ',
    'claim 7K4QPZ --amount 0.5 --reference 4a5e…3b:0',
    'claim 7K4QPZ completed --reference 9f86…08',
    'claim 7K4QPZ refunding',
  ],
  options: ['reason', 'amount', 'reference', 'force'],
  argumentRange: [1, 2],
  async run(context, [id = '', statusArgument], options) {
    const row = await findClaim(context.db, id);
    if (!row) return createFailure(`There is no claim ${id.trim()}.`);
    if (statusArgument !== undefined && !isClaimStatus(statusArgument))
      return createFailure(`Unknown status “${statusArgument}”. Statuses: ${CLAIM_STATUSES.join(', ')}.`);
    const { reason, force = false } = options;
    if (reason !== undefined && !isReason(reason))
      return createFailure(`Unknown reason “${reason}”. Reasons: ${CLAIM_REASONS.join(', ')}.`);
    if (reason !== undefined && statusArgument === undefined)
      return createFailure('--reason requires a status.');
    const amount =
      options.amount === undefined ? null : parseAmountArgument(options.amount, Number(row.from_decimals));
    if (options.amount !== undefined && !amount)
      return createFailure(
        `“${options.amount}” is not a positive amount of ${row.from_code} with at most ${row.from_decimals} decimals.`,
      );
    const to = statusArgument ?? null;
    const parsed = parseReference(row, options.reference, { to, amount });
    if (!parsed.ok) return createFailure(parsed.problem);
    if (statusArgument === undefined && amount === null)
      return createSuccess(await buildClaimReport(context.db, row));
    return updateClaim(context, row, {
      to,
      reason: reason ?? null,
      amount,
      reference: parsed.reference,
      force,
    });
  },
};

const isReason = (text: string): text is ClaimReason => (CLAIM_REASONS as readonly string[]).includes(text);

/** Statuses in which money leaves: they need a recorded payment. */
const PAYING_OUT_STATUSES: ReadonlySet<ClaimStatusCode> = new Set(['payout', 'completed']);

/** The change that the operator requests. */
interface ClaimUpdate {
  /** The requested status. Null: the payment determines it. */
  to: ClaimStatusCode | null;
  reason: ClaimReason | null;
  amount: Units | null;
  /** Reference of the payment, if there is an amount, else of the payout or refund. */
  reference: string | null;
  /** Whether to record a sum that another claim expects. */
  force: boolean;
}

async function updateClaim(
  context: OperatorContext,
  row: ClaimWithCurrencies,
  update: ClaimUpdate,
): Promise<CommandResult> {
  const { db } = context;
  const currentCourse = update.amount === null ? null : await getCurrentCourse(context, db, row);
  const updating = transactOnClaim(db, row.id, async (trx, claim) => {
    if (!claim) throw notFoundProblem;
    const at = context.now();
    const paid = await applyPayment(trx, claim, update, { receivedAt: at, currentCourse });
    await recordPayoutReference(trx, row, update, at);
    const updated = await applyStatus(context, trx, paid, update, at);
    if (update.to === 'refunding' && claim.status !== 'refunding')
      await enqueueRefundLetter(context, trx, updated, { device: SUPPORT_DEVICE, at: BigInt(at) });
    const { status, reason } = updated;
    const { reference } = update;
    const amount = update.amount === null ? null : unitsToDecimal(update.amount, Number(row.from_decimals));
    await writeAuditEntry(context, trx, {
      command: 'claim',
      target: row.id,
      detail: { from: claim.status, to: status, reason, amount, ...(reference !== null && { reference }) },
    });
    return updated;
  });
  return updating.then(
    updated => createSuccess(describeUpdate(row, update, updated)),
    onRefusal(async problem => {
      const isMoneyReceived = (await getReceivedTotal(db, row.id)) !== null;
      return createFailure(describeFailure(row, update, problem, isMoneyReceived));
    }),
  );
}

/** Says what changed. Money that does not change the status needs a decision by the operator. */
function describeUpdate(row: ClaimWithCurrencies, { amount, to }: ClaimUpdate, claim: ClaimRow): string {
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
  if (amount === null || !SETTLED_STATUSES.has(claim.status)) return `${number} is ${statusText}.`;
  const amountText = `${unitsToDecimal(amount, Number(row.from_decimals))} ${row.from_code}`;
  return `${amountText} recorded. ${number} stays ${statusText}: send this money back${isClosedStatus(claim.status) ? ' and record it with the command return' : ', or pay it out with another claim'}.`;
}

/** What a refusal says, besides its code. */
interface RefusalFacts {
  status: ClaimStatusCode;
  /** `other_status`: the payment would lead to this reason and `status` instead of the requested one. */
  reason: ClaimReason | null;
  /** `exact_match`: another claim expects exactly this sum. */
  publicNumber: string;
}

const createRefusal = (code: string, facts: Partial<RefusalFacts>) => createProblem(409, code, { ...facts });

async function applyPayment(
  trx: Transaction<DatabaseSchema>,
  row: ClaimRow,
  { amount, reference, force }: ClaimUpdate,
  when: Pick<IncomingPayment, 'receivedAt' | 'currentCourse'>,
): Promise<ClaimRow> {
  if (amount === null || reference === null) return row;
  if ((await findPaidClaim(trx, row, reference)) !== null)
    throw createRefusal('reference_used', { status: row.status });
  const other = force ? null : await findExactMatch(trx, row, amount, when.receivedAt);
  if (other) throw createRefusal('exact_match', { status: other.status, publicNumber: other.public_number });
  return (await recordPayment(trx, row, { amount, reference, actor: 'operator', ...when })).claim;
}

async function applyStatus(
  context: OperatorContext,
  trx: Transaction<DatabaseSchema>,
  claimRow: ClaimRow,
  { to, reason, amount, force }: ClaimUpdate,
  now: number,
): Promise<ClaimRow> {
  const { status } = claimRow;
  if (amount !== null) {
    const isAsRequested = to === null || (status === to && (reason === null || reason === claimRow.reason));
    if (!isAsRequested) throw createRefusal('other_status', { status, reason: claimRow.reason });
    return claimRow;
  }
  if (to === null) return claimRow;
  const isPayout = PAYING_OUT_STATUSES.has(to) && canTransition(status, to);
  if (!force && isPayout && (await getReceivedTotal(trx, claimRow.id)) === null)
    throw createRefusal('no_payment', { status });
  if (to === 'waiting' && canTransition(status, to)) {
    const started = await startPayment(context, trx, claimRow, { reason, actor: 'operator', now });
    if (!started) throw createRefusal('no_requisite', { status });
    return started;
  }
  const updated = await transitionClaim(trx, { id: claimRow.id, to, reason, actor: 'operator', now });
  if (to === 'claimed') await prolongReportedPayment(trx, updated, now);
  return updated;
}

function describeFailure(
  row: ClaimWithCurrencies,
  { to, reference }: ClaimUpdate,
  { code, body }: Problem,
  isMoneyReceived: boolean,
): string {
  const { public_number: number } = row;
  const { status, reason = null, publicNumber = '' } = body as unknown as RefusalFacts;
  if (code === 'not_found') return `There is no claim ${row.id}.`;
  if (code === 'no_requisite')
    return `${row.from_code} has no active payment requisite that no open claim for the same sum uses. Nothing was changed.`;
  if (code === 'no_payment')
    return `No payment is recorded for ${number}. Record it with --amount and --reference, or use --force. Nothing was changed.`;
  if (code === 'exact_match')
    return `${publicNumber} (${status}) expects exactly this sum at the same address. Record the payment there, or use --force. Nothing was changed.`;
  if (code === 'reference_used')
    return `A payment in ${row.from_code} with the reference “${reference}” is recorded already. Nothing was changed.`;
  if (code === 'other_status')
    return `With this payment ${number} would become ${formatStatus({ status, reason })}, not ${to}. Nothing was changed.`;
  if (code === 'reserve_waiting')
    return `The free reserve of ${row.to_code} is less than the ${unitsToDecimal(row.to_amount, Number(row.to_decimals))} that ${number} requires.`;
  const facts = { isCrypto: row.from_kind === 'crypto', isMoneyReceived };
  const next = listNextStatuses(status, facts).map(one =>
    one === 'hold' && UNPAYABLE_STATUSES.has(status) ? 'hold with --reason rate_moved' : one,
  );
  const allowedText =
    next.length === 0 ? 'this status is final' : `it may become ${formatAlternatives(next)}`;
  return `${number} is ${status}; ${allowedText}.`;
}

const formatStatus = ({ status, reason }: Pick<ClaimRow, 'status' | 'reason'>) =>
  reason === null ? status : `${status} (${reason})`;
