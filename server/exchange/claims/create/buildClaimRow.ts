import { randomUUID } from 'node:crypto';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import type { ExchangeContext } from '../../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { RequisiteSaver, VisitorSource } from '../claimSubscribers.ts';
import { toPublicNumber } from '../claimNumber.ts';
import type { PayableClaim } from '../payment/choosePaymentTarget.ts';
import { getPaymentWindowMs, type PaymentTarget } from '../payment/paymentTarget.ts';
import { VERIFICATION_WINDOW_MS } from '../status/claimDeadline.ts';
import type { ClaimDraft } from './claimDraft.ts';

/** The client that creates a claim. */
export interface ClaimClient {
  /** The client's network (IPv4 address or IPv6 /64); stored only as a hash. */
  network: string;
  /** The signed-in account; null for a guest. */
  userId: string | null;
  /** Present if the account may save the claim's requisites. */
  saver?: RequisiteSaver;
  /** Source of the visitor, besides the referral; absent: unknown. */
  source?: VisitorSource;
}

/** Data for the row of a new claim besides its draft. */
export interface ClaimFacts {
  /** Its number and public number. */
  payable: Pick<PayableClaim, 'number' | 'publicNumber'>;
  client: ClaimClient;
  status: ClaimRow['status'];
  payTo: PaymentTarget | null;
  now: number;
}

/** Returns the properties of a new claim that determine its payment target. */
export function getPayableClaim(
  { keys }: ExchangeContext,
  { from, city, amounts }: ClaimDraft,
  number: bigint,
): PayableClaim {
  return {
    currency: from,
    city,
    amount: amounts.from,
    number,
    publicNumber: toPublicNumber(keys.numberingKey, number),
    numberingKey: keys.numberingKey,
  };
}

/** Builds the row of a new claim. */
export function buildClaimRow(
  { keys, rates }: ExchangeContext,
  draft: ClaimDraft,
  { payable, client, status, payTo, now }: ClaimFacts,
): ClaimRow {
  const windowMs = draft.needsVerification
    ? VERIFICATION_WINDOW_MS
    : payTo && getPaymentWindowMs(draft.from.kind);
  const usdPrice = rates.getPrice(draft.from.ticker);
  return {
    id: randomUUID(),
    number: payable.number,
    public_number: payable.publicNumber,
    status,
    reason: null,
    from_id: BigInt(draft.from.id),
    to_id: BigInt(draft.to.id),
    city: draft.city,
    from_amount: draft.amounts.from,
    to_amount: draft.amounts.to,
    course: draft.price.course,
    source_course: draft.price.sourceCourse,
    margin: draft.price.margin,
    discount: draft.price.discount,
    uncapped_course: draft.price.uncappedCourse,
    verification: draft.usesVerificationCourse ? 1n : 0n,
    email: draft.email,
    user_id: client.userId,
    from_requisites: JSON.stringify(draft.fromRequisites),
    to_requisites: JSON.stringify(draft.toRequisites),
    refund_requisites: null,
    usd_price: usdPrice.ok ? courseToDecimal(usdPrice.bid) : null,
    turnover: null,
    promocode: draft.promocode,
    refferal: draft.refferal,
    address_hash: keys.hash('claim-address', client.network),
    pay_to: payTo && JSON.stringify(payTo),
    secret_key_id: keys.currentId,
    offer_due_at: null,
    erased_at: null,
    deadline: windowMs === null ? null : BigInt(now + windowMs),
    created_at: BigInt(now),
    updated_at: BigInt(now),
  };
}
