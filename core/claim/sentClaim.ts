import type { BareClaim, ClaimSide, ClaimStatus } from '../contract/claim.ts';
import type { ClaimCreate } from '../contract/claim/claimCreate.ts';
import type { BareRequisite, ClaimRequisite } from '../contract/claim/claimPayment.ts';
import type { SideName } from '../exchange/course.ts';
import { getStatusActions, type ClaimAction, type ClaimStatusCode } from './status.ts';

/** A request for a claim, with the names of its sides. */
export interface SentRequest {
  body: ClaimCreate;
  course: string;
  sides: Readonly<Record<SideName, ClaimSide>>;
}

/** Actions that need only the claim's id. The others are API extensions, or need fields of the claim. */
const COMMON_ACTIONS: readonly ClaimAction[] = ['confirm', 'bill'];

/** Characters of an id that serve as the number of a claim whose backend sends none. */
const NUMBER_LENGTH = 8;

/** Masks the destination of a payout except for its end. */
function maskValue(value: string | undefined): string {
  return value ? `•••• ${value.slice(-4)}` : '';
}

/**
 * Builds a claim from the request of this browser, for a backend that sends only the claim's id. `now` is this device's
 * time. `email` is empty, because the claim is stored in the browser; parts that need it are hidden.
 */
export function completeClaim(
  { id, number, status }: BareClaim,
  { body, course, sides }: SentRequest,
  now: number,
): ClaimStatus {
  const at = new Date(now).toISOString();
  const claim: ClaimStatus = {
    id,
    number: number ?? id.slice(0, NUMBER_LENGTH),
    status,
    reason: null,
    cause: null,
    ...sides,
    fromSumma: body.fromSumma,
    toSumma: body.toSumma,
    course,
    withVerificationCourse: body.withVerificationCourse,
    email: '',
    toRequisite: maskValue(Object.values(body.toRequisites)[0]),
    city: null,
    deadline: null,
    createdAt: at,
    now: at,
    history: [],
    can: null,
    received: null,
    recalculations: [],
    offerRefusal: null,
    courseUntil: null,
    waterfall: null,
    confirmations: null,
    bills: [],
    refundTo: null,
    transfers: [],
    verification: null,
    cardSide: null,
    merchant: false,
    meeting: null,
    emailConfirmed: true,
    maintenance: false,
    demo: false,
  };
  return withCurrentStatus(claim, status, now);
}

/**
 * Whether the claim was built from this browser's request, because its backend sends only the status. Our
 * own server never erases the e-mail of a claim.
 */
export const isSentClaim = ({ email }: ClaimStatus): boolean => email === '';

/** Returns the claim with its backend's current status, and the actions that this status allows. */
export function withCurrentStatus(claim: ClaimStatus, status: ClaimStatusCode, now: number): ClaimStatus {
  const facts = { isRecalculationOffered: false, isRefundDestinationKnown: true };
  const can = getStatusActions(status, facts).filter(action => COMMON_ACTIONS.includes(action));
  return { ...claim, status, can, now: new Date(now).toISOString() };
}

/** Guesses the kind of a payment destination from its format. */
function guessKind(value: string): ClaimRequisite['kind'] {
  const digits = value.replace(/[\s()-]/g, '');
  if (/^\d{13,19}$/.test(digits)) return 'card';
  return /^\+?\d{10,12}$/.test(digits) ? 'phone' : 'address';
}

/** Completes the payment details with data of the claim that the backend does not send. */
export function completeRequisite(
  { value, ...sent }: BareRequisite,
  { from, fromSumma, now }: ClaimStatus,
): ClaimRequisite {
  return {
    value,
    kind: sent.kind ?? guessKind(value),
    amount: sent.amount ?? fromSumma,
    currency: sent.currency ?? from.currency,
    network: sent.network ?? from.network,
    memo: sent.memo ?? null,
    holder: sent.holder ?? null,
    bank: sent.bank ?? null,
    deadline: sent.deadline ?? null,
    now: sent.now ?? now,
  };
}
