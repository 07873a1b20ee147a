import { findCardOfClaim, parseStoredRequisites } from '../storedRequisites.ts';
import type {
  CashMeeting,
  ClaimSide,
  ClaimStatus,
  OfferRefusal,
  Recalculation,
} from '#core/contract/claim.ts';
import type { ClaimRequisite } from '#core/contract/claim/claimPayment.ts';
import { parseTransactionId } from '#core/claim/transaction.ts';
import { getStatusActions, isClosedStatus } from '#core/claim/status.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { MAINTENANCE_CLAIM_ACTIONS } from '../../catalogue/maintenance.ts';
import { getDemoConfirmations } from '../payment/demoConfirmations.ts';
import { loadClaimDetails, type StoredClaimDetails } from './claimDetails.ts';
import { buildReason } from './claimReason.ts';
import { maskRequisites } from '../../requisites/maskRequisites.ts';
import { parsePaymentTarget } from '../payment/paymentTarget.ts';
import { getRefundFields, getRefundRequisites } from '../refund/refundFields.ts';
import { getMailbox } from '#server/platform/email/mailboxes.ts';
import { mayEmail } from '../genuineClaims.ts';
import { isRepricedUnpaid } from '../recalculation/repricing.ts';
import { findOfferRefusal } from '../recalculation/offerRefusal.ts';
import { calculatePayoutBreakdown } from './payoutBreakdown.ts';

/** Both currencies of a claim. */
export interface ClaimCurrencies {
  from: Currency;
  to: Currency;
}

/** Returns both currencies of a claim, also hidden ones. Throws if one is missing: currencies are never deleted. */
export function getClaimCurrencies(
  catalogue: Catalogue,
  claim: Pick<ClaimRow, 'from_id' | 'to_id'>,
): ClaimCurrencies {
  const from = catalogue.getCurrency(Number(claim.from_id));
  const to = catalogue.getCurrency(Number(claim.to_id));
  if (!from || !to) throw new Error(`A currency of the claim is missing: ${claim.from_id}, ${claim.to_id}`);
  return { from, to };
}

/** Options of the view of a claim besides its rows. */
export interface ClaimViewOptions extends ClaimCurrencies {
  /** Whether the displayed number is the public one; false: the internal one. */
  usePublicId: boolean;
}

function getViewOptions(catalogue: Catalogue, claim: ClaimRow): ClaimViewOptions {
  return { ...getClaimCurrencies(catalogue, claim), usePublicId: catalogue.getSetting('usePublicId') };
}

/** Builds a claim's status for its owner. `db` may be a transaction. Loads the details that `known` lacks. */
export async function buildClaimStatus(
  context: ExchangeContext,
  db: Db,
  claim: ClaimRow,
  { from, to, usePublicId }: ClaimViewOptions = getViewOptions(context.catalogue, claim),
  known?: { details: StoredClaimDetails; emailConfirmed: boolean },
): Promise<ClaimStatus> {
  const details = known?.details ?? (await loadClaimDetails(db, claim));
  const { tech: maintenance } = context.catalogue.getMaintenance();
  const offer = details.recalculations.find(({ state }) => state === 'offered');
  const offerRefusal = offer ? await findOfferRefusal(context, db, claim, offer) : null;
  const decision = { offerRefusal, isRepricedUnpaid: await isRepricedUnpaid(db, claim) };
  const { can, ...progress } = buildProgress(claim, { from, to }, details, decision);
  return {
    id: claim.id,
    number: usePublicId ? claim.public_number : String(claim.number),
    status: claim.status,
    ...buildReason(claim.reason),
    from: toClaimSide(from),
    to: toClaimSide(to),
    fromSumma: unitsToDecimal(claim.from_amount, from.decimals),
    toSumma: unitsToDecimal(claim.to_amount, to.decimals),
    course: claim.course,
    withVerificationCourse: claim.verification === 1n,
    email: claim.email,
    emailConfirmed:
      known?.emailConfirmed ??
      (await mayEmail(db, context.keys, { claimId: claim.id, mailbox: getMailbox(claim.email) })),
    toRequisite: maskRequisites(
      parseStoredRequisites(claim.to_requisites),
      listRequisiteFields(to, 'to', 'default'),
    ),
    city: claim.city,
    deadline: toIsoInstant(claim.deadline),
    createdAt: toIsoInstant(Number(claim.created_at)),
    now: toIsoInstant(context.now()),
    ...progress,
    maintenance,
    can: maintenance ? can.filter(action => MAINTENANCE_CLAIM_ACTIONS.includes(action)) : can,
    ...(context.config.operator === 'demo'
      ? buildDemoFields(claim, details, context.now())
      : { demo: false }),
  };
}

/** Builds the fields that only the demo operator sets: simulated network confirmations. */
function buildDemoFields({ status }: ClaimRow, { events }: StoredClaimDetails, now: number) {
  const confirmingEvent =
    status === 'confirming' ? events.findLast(event => event.to_status === status) : undefined;
  return {
    demo: true,
    confirmations: confirmingEvent ? getDemoConfirmations(Number(confirmingEvent.at), now) : null,
  };
}

/** Builds the claim's progress since its creation, and the actions available to its owner. */
function buildProgress(
  claim: ClaimRow,
  { from, to }: ClaimCurrencies,
  details: StoredClaimDetails,
  { offerRefusal, isRepricedUnpaid }: { offerRefusal: OfferRefusal | null; isRepricedUnpaid: boolean },
) {
  const refundRequisites = getRefundRequisites(from, claim);
  const hasOffer = details.recalculations.some(({ state }) => state === 'offered');
  return {
    history: details.events.map(event => ({
      status: event.to_status,
      ...buildReason(event.reason),
      at: toIsoInstant(Number(event.at)),
    })),
    can: getStatusActions(claim.status, {
      isRepricedUnpaid,
      isRecalculationOffered: hasOffer,
      isRefundDestinationKnown: refundRequisites !== null,
    }).filter(
      action =>
        (action !== 'accept' || offerRefusal === null) && (action !== 'cancel' || details.received === null),
    ),
    received: details.received === null ? null : unitsToDecimal(details.received, from.decimals),
    recalculations: formatRecalculations(details.recalculations, { from, to }),
    offerRefusal,
    // The course is guaranteed until the payment deadline; before there is a target, the claim may be repriced.
    courseUntil: claim.pay_to === null ? null : toIsoInstant(claim.deadline),
    waterfall: formatBreakdown(claim, { from, to }),
    bills: details.receipts.map(({ id, name, type, size }) => ({
      id,
      name: name ?? '',
      type,
      size: Number(size),
    })),
    confirmations: findConfirmations(details),
    transfers: listNetworkTransfers({ from, to }, details),
    refundTo: refundRequisites && maskRequisites(refundRequisites, getRefundFields(from)),
    verification: details.verification,
    cardSide: findCardOfClaim(claim)?.side ?? null,
    merchant: parsePaymentTarget(claim.pay_to)?.kind === 'merchant',
    meeting: details.city && buildCashMeeting(claim, { from, to }, details.city),
  };
}

/** Finds the confirmations of the newest payment that is not final; null without one. */
function findConfirmations({ seenPayments }: StoredClaimDetails): ClaimStatus['confirmations'] {
  const newest = seenPayments.at(-1);
  return newest ? { have: newest.have, need: newest.need } : null;
}

/** Formats recalculations, for the client and for staff. */
export const formatRecalculations = (
  rows: StoredClaimDetails['recalculations'],
  { from, to }: ClaimCurrencies,
): Recalculation[] =>
  rows.map(row => ({
    reason: row.reason,
    fromSumma: unitsToDecimal(row.from_amount, from.decimals),
    course: row.course,
    toSumma: unitsToDecimal(row.to_amount, to.decimals),
    state: row.state,
    at: toIsoInstant(Number(row.at)),
    expiresAt: toIsoInstant(row.expires_at),
  }));

/** Formats the parts of a claim's payout. */
export function formatBreakdown(claim: ClaimRow, { from, to }: ClaimCurrencies) {
  const breakdown = calculatePayoutBreakdown(claim, { from: from.decimals, to: to.decimals });
  const format = (units: bigint) => unitsToDecimal(units, to.decimals);
  return {
    source: format(breakdown.source),
    margin: format(breakdown.margin),
    discount: format(breakdown.discount),
    cap: format(breakdown.cap),
    rounding: format(breakdown.rounding),
    payout: format(breakdown.payout),
  };
}

function buildCashMeeting(
  claim: ClaimRow,
  { from }: ClaimCurrencies,
  { name, place, hours }: NonNullable<StoredClaimDetails['city']>,
): CashMeeting {
  const side = from.kind === 'cash' ? 'from' : 'to';
  const isClosed = isClosedStatus(claim.status);
  return {
    side,
    city: name,
    place: isClosed ? null : place,
    hours: isClosed ? null : hours,
    telegram: parseStoredRequisites(claim[`${side}_requisites`]).telegram ?? '',
  };
}

/** Lists the transfers with a network transaction. A bank's own reference is of no use to the client. */
function listNetworkTransfers({ from, to }: ClaimCurrencies, { transfers }: StoredClaimDetails) {
  return transfers.flatMap(({ kind, reference, at }) => {
    const currency = kind === 'payout' ? to : from;
    const transaction = currency.kind === 'crypto' ? parseTransactionId(reference) : null;
    return transaction === null ? [] : [{ kind, transaction, at: toIsoInstant(Number(at)) }];
  });
}

/**
 * Builds the requisites to transfer to, with the amount still missing after `received`. Null before a payment target is
 * chosen, for a closed claim, and if a merchant takes the payment.
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

/** Builds the public view of one side. */
export function toClaimSide(currency: Currency): ClaimSide {
  const { code, name, ticker, network, kind, icon, decimals } = currency;
  return { code, name, currency: ticker, network, kind, icon, decimals };
}

function toIsoInstant(time: number): string;
function toIsoInstant(time: bigint | null): string | null;
function toIsoInstant(time: number | bigint | null): string | null {
  return time === null ? null : new Date(Number(time)).toISOString();
}
