import type { Selectable } from 'kysely';
import type { InferOutput } from 'valibot';
import type {
  ClaimEmail,
  ClaimMoney,
  OperatorClaimDetail,
  PaymentAction,
  RequisiteValue,
} from '#core/contract/operator/claimDetail.ts';
import { unitsToDecimal } from '#core/exchange/amount.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';
import { getUnsettledAmount } from '#server/exchange/catalogue/reserveLedger.ts';
import { UNPAYABLE_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import { parsePaymentTarget } from '#server/exchange/claims/payment/paymentTarget.ts';
import { loadSeenPayments } from '#server/exchange/claims/payment/seenPayments.ts';
import { findOfferRefusal } from '#server/exchange/claims/recalculation/offerRefusal.ts';
import { parseStoredRequisites } from '#server/exchange/claims/storedRequisites.ts';
import { findCity } from '#server/exchange/claims/view/claimDetails.ts';
import {
  formatBreakdown,
  formatRecalculations,
  getClaimCurrencies,
} from '#server/exchange/claims/view/claimStatus.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ClaimRow, PaymentRow, PayoutRow } from '#server/platform/database/claimRows.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { notFoundProblem } from '#server/platform/http/problem.ts';
import { selectRows } from '../selectRows.ts';
import { listClaimActions } from './claimActions.ts';
import { findLikelyAction } from './actionOrder.ts';
import { buildTimeline } from './claimTimeline.ts';
import { findCorrectable } from './payments/correctPayment.ts';
import { describeRefundDestination } from './refund/refundDestination.ts';
import { selectClaimsWithCurrencies, type ClaimWithCurrencies } from './findClaim.ts';
import { buildStaffClaims } from './staffClaimList.ts';
import { describePaymentNumber } from './transferReference.ts';
import { listStoredFiles } from './storedFiles.ts';

/** Other claims of the person that the detail shows. */
const MAX_OTHER_CLAIMS = 10;

/** Builds all about a claim for the member of staff `userId`. 404 without the claim. */
export async function buildStaffClaimDetail(
  context: ExchangeContext,
  id: string,
  userId: string,
): Promise<OperatorClaimDetail> {
  const { catalogue, db } = context;
  const row = await selectClaimsWithCurrencies(db)
    .where('claims.id', '=', id)
    .executeTakeFirstOrThrow(() => notFoundProblem);
  const { from, to } = getClaimCurrencies(catalogue, row);
  const others = await selectOtherClaims(context, row);
  const [claim, ...otherClaims] = await buildStaffClaims(context, [row, ...others], userId);
  if (!claim) throw notFoundProblem;
  const owner = { claim_id: id };
  const payments = await selectRows(db, 'payments', owner).orderBy('id').execute();
  const recalculations = await selectRows(db, 'recalculations', owner).orderBy('id').execute();
  const offer = recalculations.find(({ state }) => state === 'offered');
  const verifications = await selectRows(db, 'verifications', owner).orderBy('created_at').execute();
  const received = payments.reduce((total, { amount }) => total + amount, 0n);
  const unsettled = await getUnsettledAmount(db, row);
  const actions = await listClaimActions(db, row);
  const refundDestination = describeRefundDestination(row, from, actions);
  const payment = buildPaymentAction(row, received);
  const format = (units: bigint) => unitsToDecimal(units, from.decimals);
  return {
    ...claim,
    course: row.course,
    waterfall: formatBreakdown(row, { from, to }),
    received: payments.length === 0 ? null : format(received),
    unsettled: unsettled > 0n ? format(unsettled) : null,
    fromRequisites: labelRequisites(row.from_requisites, from, 'from'),
    toRequisites: labelRequisites(row.to_requisites, to, 'to'),
    refundRequisites:
      row.refund_requisites === null ? null : labelRequisites(row.refund_requisites, from, 'from'),
    refundDestination,
    payTo: listPaymentTarget(row),
    city: (await findCity(db, row))?.name ?? row.city,
    promocode: row.promocode,
    refferal: row.refferal,
    hasAccount: row.user_id !== null,
    recalculations: formatRecalculations(recalculations, { from, to }),
    offerRefusal: offer ? await findOfferRefusal(context, db, row, offer) : null,
    money: listMoney(payments, await selectRows(db, 'payouts', owner).orderBy('id').execute(), {
      from,
      to,
      correctable: await findCorrectable(db, row),
    }),
    seenPayments: (await loadSeenPayments(db, [id])).map(
      ({ amount, reference, have, need, first_seen_at }) => ({
        amount: format(amount),
        reference,
        have,
        need,
        at: formatInstant(first_seen_at),
      }),
    ),
    timeline: await buildTimeline(db, id),
    files: await listStoredFiles(db, owner),
    verifications: verifications.map(one => ({
      id: one.id,
      status: one.status,
      card: `${one.bin} … ${one.last4}`,
      at: formatInstant(one.created_at),
    })),
    emails: await listClaimEmails(context, id),
    otherClaims,
    actions,
    payment,
    likelyAction: findLikelyAction(row, {
      actions,
      isPayable: payment !== null,
      isMoneyReceived: payments.length > 0,
      isMoneyUnsettled: unsettled > 0n,
      isRefundUnnamed: refundDestination?.known === null,
      isCrypto: from.kind === 'crypto',
    }),
    now: formatInstant(BigInt(context.now())),
  };
}

/** The newest other claims of the account, or of the e-mail of a guest. */
function selectOtherClaims({ db }: ExchangeContext, { id, user_id, email }: ClaimRow): Promise<ClaimRow[]> {
  return db
    .selectFrom('claims')
    .selectAll()
    .where('id', '<>', id)
    .where(({ eb, or }) =>
      or([
        ...(user_id === null ? [] : [eb('user_id', '=', user_id)]),
        ...(email === '' ? [] : [eb('email', '=', email)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_OTHER_CLAIMS)
    .execute();
}

/** Labels requisites as the form does; a field that the form no longer has keeps its name. */
export function labelRequisites(
  stored: string,
  currency: Currency,
  side: 'from' | 'to',
): InferOutput<typeof RequisiteValue>[] {
  const fields = listRequisiteFields(currency, side, 'verification');
  return Object.entries(parseStoredRequisites(stored)).map(([name, value]) => ({
    name,
    label: fields.find(field => field.name === name)?.label ?? name,
    value,
  }));
}

function listPaymentTarget({ pay_to }: ClaimRow): InferOutput<typeof RequisiteValue>[] | null {
  const target = parsePaymentTarget(pay_to);
  if (target === null) return null;
  if (target.kind === 'merchant') return [{ name: 'merchant', label: 'Мерчант', value: target.merchant }];
  const { kind, value, holder, bank, memo } = target;
  return [
    { name: kind, label: 'Куда', value },
    ...(holder ? [{ name: 'holder', label: 'Владелец', value: holder }] : []),
    ...(bank ? [{ name: 'bank', label: 'Банк', value: bank }] : []),
    ...(memo ? [{ name: 'memo', label: memo.label, value: memo.value }] : []),
  ];
}

function listMoney(
  payments: readonly Selectable<PaymentRow>[],
  payouts: readonly Selectable<PayoutRow>[],
  { from, to, correctable }: { from: Currency; to: Currency; correctable: ReadonlySet<string> },
): InferOutput<typeof ClaimMoney>[] {
  const incoming = payments.map(({ amount, reference, at }) => ({
    kind: 'payment' as const,
    amount: unitsToDecimal(amount, from.decimals),
    currency: from.code,
    reference,
    isCorrectable: correctable.has(reference),
    at: formatInstant(at),
  }));
  const outgoing = payouts.map(({ kind, reference, at }) => ({
    kind,
    amount: null,
    currency: (kind === 'payout' ? to : from).code,
    reference,
    isCorrectable: false,
    at: formatInstant(at),
  }));
  return [...incoming, ...outgoing].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

async function listClaimEmails(
  { db }: ExchangeContext,
  id: string,
): Promise<InferOutput<typeof ClaimEmail>[]> {
  const rows = await selectRows(db, 'mail', { claim_id: id }).orderBy('id').execute();
  return rows.map(({ subject, recipient, sent_at, dead_at, at }) => ({
    subject,
    to: recipient,
    state: sent_at === null ? (dead_at === null ? 'waiting' : 'failed') : 'sent',
    at: formatInstant(sent_at ?? dead_at ?? at),
  }));
}

function buildPaymentAction(
  { status, from_amount, from_decimals, from_kind, from_ticker, from_network }: ClaimWithCurrencies,
  received: bigint,
): InferOutput<typeof PaymentAction> | null {
  if (UNPAYABLE_STATUSES.has(status)) return null;
  const missing = from_amount - received;
  return {
    right: 'payments',
    expected: unitsToDecimal(missing > 0n ? missing : 0n, Number(from_decimals)),
    reference: describePaymentNumber({ kind: from_kind, ticker: from_ticker, network: from_network }),
  };
}
