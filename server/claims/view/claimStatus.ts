import type { Kysely } from 'kysely';
import type { ClaimRequisite, ClaimSide, ClaimStatus } from '#core/contract/claim.ts';
import { getStatusActions, isClosedStatus } from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import type { ServerContext } from '../../context.ts';
import type { ClaimRow, DatabaseSchema } from '../../database/schema.ts';
import { getDemoConfirmations } from '../../demo/demoConfirmations.ts';
import { loadClaimDetails, type StoredClaimDetails } from './claimDetails.ts';
import { maskRequisites } from './maskRequisites.ts';
import { parsePaymentTarget } from '../payment/paymentTarget.ts';
import { getRefundRequisites } from '../refund/refundFields.ts';
import { calculateWaterfall } from './waterfall.ts';

/** Both currencies of a claim. */
export interface ClaimCurrencies {
  from: Currency;
  to: Currency;
}

/** Finds them, also when they are shown no more. Throws when one is gone: currencies are never removed. */
export function getClaimCurrencies(
  catalogue: Catalogue,
  claim: Pick<ClaimRow, 'from_id' | 'to_id'>,
): ClaimCurrencies {
  const from = catalogue.getCurrency(Number(claim.from_id));
  const to = catalogue.getCurrency(Number(claim.to_id));
  if (!from || !to) throw new Error(`a currency of the claim is missing: ${claim.from_id}, ${claim.to_id}`);
  return { from, to };
}

/** Its currencies, and which of its numbers people see: the public one, or (off) the internal one. */
export interface ClaimViewOptions extends ClaimCurrencies {
  usePublicId: boolean;
}

function getViewOptions(catalogue: Catalogue, claim: ClaimRow): ClaimViewOptions {
  return { ...getClaimCurrencies(catalogue, claim), usePublicId: catalogue.getSetting('usePublicId') };
}

/** A claim as its maker may see it, by the rows as `db` (a transaction, too) sees them. */
export async function buildClaimStatus(
  context: Pick<ServerContext, 'catalogue' | 'config' | 'now'>,
  db: Kysely<DatabaseSchema>,
  claim: ClaimRow,
  { from, to, usePublicId }: ClaimViewOptions = getViewOptions(context.catalogue, claim),
): Promise<ClaimStatus> {
  const details = await loadClaimDetails(db, claim);
  return {
    id: claim.id,
    number: usePublicId ? claim.public_number : String(claim.number),
    status: claim.status,
    reason: claim.reason,
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(claim.from_amount, from.decimals),
    toSumma: unitsToDecimal(claim.to_amount, to.decimals),
    course: claim.course,
    withVerificationCourse: claim.verification === 1n,
    email: claim.email,
    toRequisite: maskRequisites(JSON.parse(claim.to_requisites) as Record<string, string>),
    city: claim.city,
    deadline: toIsoInstant(claim.deadline),
    createdAt: toIsoInstant(Number(claim.created_at)),
    now: toIsoInstant(context.now()),
    ...buildProgress(claim, { from, to }, details),
    ...(context.config.operator === 'demo'
      ? buildDemoFields(claim, details, context.now())
      : { demo: false }),
  };
}

/** What only the demo operator's play-back knows: no network has seen anything. */
function buildDemoFields({ status }: ClaimRow, { events }: StoredClaimDetails, now: number) {
  const confirmingEvent =
    status === 'confirming' ? events.findLast(event => event.to_status === status) : undefined;
  return {
    demo: true,
    confirmations: confirmingEvent ? getDemoConfirmations(Number(confirmingEvent.at), now) : null,
  };
}

/** What has become of the claim since it was made, and what its maker can do with it now. */
function buildProgress(claim: ClaimRow, { from, to }: ClaimCurrencies, details: StoredClaimDetails) {
  const refundRequisites = getRefundRequisites(from, claim);
  const hasOffer = details.recalculations.some(({ state }) => state === 'offered');
  const breakdown = calculateWaterfall(claim, { from: from.decimals, to: to.decimals });
  const formatReceived = (units: bigint) => unitsToDecimal(units, to.decimals);
  return {
    history: details.events.map(event => ({
      status: event.to_status,
      reason: event.reason,
      at: toIsoInstant(Number(event.at)),
    })),
    can: getStatusActions(claim.status, {
      isRecalculationOffered: hasOffer,
      isRefundDestinationKnown: refundRequisites !== null,
    }),
    received: details.received === null ? null : unitsToDecimal(details.received, from.decimals),
    recalculations: details.recalculations.map(row => ({
      reason: row.reason,
      fromSumma: unitsToDecimal(row.from_amount, from.decimals),
      course: row.course,
      toSumma: formatReceived(row.to_amount),
      state: row.state,
      at: toIsoInstant(Number(row.at)),
    })),
    // The course is promised for as long as there is time to pay.
    courseUntil: toIsoInstant(claim.deadline),
    waterfall: {
      source: formatReceived(breakdown.source),
      margin: formatReceived(breakdown.margin),
      discount: formatReceived(breakdown.discount),
      rounding: formatReceived(breakdown.rounding),
      payout: formatReceived(breakdown.payout),
    },
    bills: details.receipts.map(({ id, name, type, size }) => ({
      id,
      name: name ?? '',
      type,
      size: Number(size),
    })),
    // Networks are not watched here: an operator says what has come.
    confirmations: null,
    refundTo: refundRequisites && maskRequisites(refundRequisites),
    verification: details.verification,
    merchant: parsePaymentTarget(claim.pay_to)?.kind === 'merchant',
  };
}

/**
 * Where to transfer to for a claim, and how much of its sum is missing after `received`. Null until that is chosen, once
 * the claim is closed, and when a merchant takes the money.
 */
export function buildClaimRequisite(
  claim: ClaimRow,
  { from }: ClaimCurrencies,
  received: Units | null,
  now: number,
): ClaimRequisite | null {
  const paymentTarget = parsePaymentTarget(claim.pay_to);
  if (isClosedStatus(claim.status) || paymentTarget === null || paymentTarget.kind === 'merchant')
    return null;
  const missing = claim.from_amount - (received ?? 0n);
  return {
    ...paymentTarget,
    amount: unitsToDecimal(missing > 0n ? missing : claim.from_amount, from.decimals),
    currency: from.ticker,
    network: from.network,
    deadline: toIsoInstant(claim.deadline),
    now: toIsoInstant(now),
  };
}

function toClaimSide(currency: Currency): ClaimSide {
  const { code, name, ticker, network, icon, decimals } = currency;
  return { code, name, currency: ticker, network, icon, decimals };
}

function toIsoInstant(time: number): string;
function toIsoInstant(time: bigint | null): string | null;
function toIsoInstant(time: number | bigint | null): string | null {
  return time === null ? null : new Date(Number(time)).toISOString();
}
