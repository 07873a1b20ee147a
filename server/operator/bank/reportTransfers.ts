import { randomUUID } from 'node:crypto';
import type * as v from 'valibot';
import type { ReportedTransfer, ReportedTransfers } from '#core/contract/operator/transfers/bankTransfers.ts';
import type { MatchedLine, StatementLines } from '#core/contract/operator/transfers/statements.ts';
import type { Units } from '#core/exchange/amount.ts';
import { AWAITED_PAYMENT_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { getClaimNumber } from '#server/exchange/claims/claimNumber.ts';
import { loadClaimById } from '#server/exchange/claims/findClaimById.ts';
import { transactOnClaim } from '#server/exchange/claims/lockClaim.ts';
import { normalizePaymentReference } from '#server/exchange/claims/payment/paymentReference.ts';
import { getReceivedTotal } from '#server/exchange/claims/payment/receivedTotal.ts';
import { recordPayment } from '#server/exchange/claims/payment/recordPayment.ts';
import { lockSimilarPayment } from '#server/exchange/claims/payment/similarPayments.ts';
import { getCurrentCourse } from '#server/exchange/claims/recalculation/recalculation.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { hasRows } from '#server/platform/database/countRows.ts';
import { createFieldProblem, onRefusal } from '#server/platform/http/problem.ts';
import { matchStatement } from '../claims/matchStatement.ts';
import { parseUnits } from '../parseValue.ts';

interface Transfer {
  amount: Units;
  reference: string;
  text: string;
  match: MatchedLine;
}

/**
 * Records the transfers that certainly belong to one claim, each in its own transaction; the others wait for a person.
 * A repetition changes nothing.
 */
export async function reportTransfers(
  context: ServerContext,
  report: v.InferOutput<typeof StatementLines>,
): Promise<ReportedTransfers> {
  const currency = context.catalogue.findCurrencyByCode(report.currency);
  if (!currency || currency.kind === 'crypto')
    throw createFieldProblem({ currency: { code: 'option_unknown' } });
  const { lines } = await matchStatement(context, report);
  const transfers = report.lines.map(({ amount, reference, text }, index) => ({
    amount: parseUnits(amount, currency.decimals) || refuseAmount(),
    reference: normalizePaymentReference(reference, currency) ?? reference,
    text,
    match: lines[index] as MatchedLine,
  }));
  const reported: ReportedTransfer[] = [];
  for (const transfer of transfers)
    reported.push(await reportTransfer(context, BigInt(currency.id), transfer));
  return { lines: reported };
}

function refuseAmount(): never {
  throw createFieldProblem({ lines: { code: 'number_format' } });
}

/** The only claim with this amount and a second sign; null: a person has to decide, also if the text names another. */
function findCertainClaim({ matches }: MatchedLine): string | null {
  if (matches.some(one => one.isNumbered && !one.isExact)) return null;
  const certain = matches.filter(one => one.isExact && (one.isNumbered || one.isSender));
  return certain.length === 1 ? (certain[0]?.id ?? null) : null;
}

async function reportTransfer(
  context: ServerContext,
  currency_id: bigint,
  { amount, reference, text, match }: Transfer,
): Promise<ReportedTransfer> {
  const { db, catalogue } = context;
  const describeClaim = async (id: string): Promise<ReportedTransfer> => ({
    state: 'recorded',
    claim: getClaimNumber(catalogue, await loadClaimById(db, id)),
  });
  if (match.recorded) return describeClaim(match.recorded.id);
  // What waited or was dismissed is no payment of a claim that was created since.
  const isKnown = await hasRows(
    db.selectFrom('bank_transfers').where('currency_id', '=', currency_id).where('reference', '=', reference),
  );
  const id = isKnown ? null : findCertainClaim(match);
  if (id !== null && (await recordTransfer(context, await loadClaimById(db, id), { amount, reference })))
    return describeClaim(id);
  const row = { id: randomUUID(), currency_id, reference, amount, text };
  await db
    .insertInto('bank_transfers')
    .values({ ...row, at: BigInt(context.now()), dismissed_at: null })
    .onConflict(conflict => conflict.columns(['currency_id', 'reference']).doNothing())
    .execute();
  return { state: 'waiting', claim: null };
}

/** Records a transfer as a payment. Returns false if the claim does not expect it any more, or it looks recorded. */
async function recordTransfer(
  context: ServerContext,
  claim: ClaimRow,
  payment: Pick<Transfer, 'amount' | 'reference'>,
): Promise<boolean> {
  const { db, log, now } = context;
  const currentCourse = await getCurrentCourse(context, db, claim);
  return transactOnClaim(db, claim.id, async (trx, { id, status, from_amount }) => {
    // Another transfer of the same amount may have been recorded meanwhile.
    const rest = from_amount - ((await getReceivedTotal(trx, id)) ?? 0n);
    if (!AWAITED_PAYMENT_STATUSES.includes(status) || rest !== payment.amount) return false;
    if (await lockSimilarPayment(trx, claim, payment)) return false;
    await recordPayment(context, trx, claim, { ...payment, receivedAt: now(), currentCourse });
    return true;
  }).catch(
    onRefusal(({ code }) => {
      log.error({ claim: claim.id, code }, 'a transfer of a bank cannot be recorded');
      return false;
    }),
  );
}
