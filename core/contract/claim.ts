import * as v from 'valibot';
import { CLAIM_ACTIONS, CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { decimal, decimalFromServer } from './decimal.ts';
import { isoInstant, optionalCurrencyKind } from './calculator.ts';

/** Requisites in a request: field name → value. */
export const requisiteValues = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(255, 'too_long'))),
  v.check(values => Object.keys(values).length <= 12, 'too_many'),
);

/** A partner's referral: visible ASCII. Clients omit an invalid one, so that it blocks no claim. */
export const REFERRAL_PATTERN = /^[\x21-\x7e]{1,64}$/;

/** POST claim/ : the claim to create. Amounts are in the currency of their side; `quote`, `city` and `source` are ext. */
export const ClaimCreate = v.object({
  email: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  fromPs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  toPs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  fromSumma: decimal,
  toSumma: decimal,
  fromRequisites: requisiteValues,
  toRequisites: requisiteValues,
  recaptcha: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4096))), null),
  withVerificationCourse: v.boolean(),
  refferal: v.optional(v.nullable(v.pipe(v.string(), v.regex(REFERRAL_PATTERN))), null),
  promocode: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null),
  saveRequisites: v.optional(v.boolean(), false),
  quote: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512))), null),
  city: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
  /** A ClaimSource; parsed apart, because an invalid one must not prevent a claim. */
  source: v.optional(v.unknown()),
});
export type ClaimCreate = v.InferInput<typeof ClaimCreate>;

/** One side of a claim, frozen at creation. */
export const ClaimSide = v.object({
  code: v.string(),
  name: v.string(),
  currency: v.string(),
  network: v.nullable(v.string()),
  kind: optionalCurrencyKind,
  icon: v.string(),
  decimals: v.number(),
});
export type ClaimSide = v.InferOutput<typeof ClaimSide>;

const reason = v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null);

/** Why a claim has its status. ext: `cause` is the exact reason, null if it is unknown to this client. */
export const reasonFields = {
  reason,
  cause: v.fallback(reason, null),
};

/** One status change of a claim; `at` is the server's time. */
export const ClaimEvent = v.object({
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  at: isoInstant,
});
export type ClaimEvent = v.InferOutput<typeof ClaimEvent>;

/** An uploaded bank receipt: display name, MIME type, size in bytes. */
export const ReceiptFile = v.object({ id: v.string(), name: v.string(), type: v.string(), size: v.number() });
export type ReceiptFile = v.InferOutput<typeof ReceiptFile>;

/** Recalculated amounts: the received amount, the course and the resulting payout. */
export const Recalculation = v.object({
  reason: v.picklist(CLAIM_REASONS),
  fromSumma: decimalFromServer,
  course: decimalFromServer,
  toSumma: decimalFromServer,
  state: v.picklist(['offered', 'accepted', 'refused', 'applied']),
  at: isoInstant,
  /** Expiry of the offer; a new offer replaces it. */
  expiresAt: v.optional(v.nullable(isoInstant), null),
});
export type Recalculation = v.InferOutput<typeof Recalculation>;

/** Why an offer cannot be accepted now. `expired`: new sums are being calculated. */
export type OfferRefusal = 'expired' | 'below_min' | 'above_max' | 'card_unverified' | 'requisites_erased';

/**
 * The payout's parts in the receive currency: source − margin + discount − cap − rounding = payout, exactly. `cap`
 * (ext): the part of the discount that the maximum course cuts off.
 */
export const PayoutBreakdown = v.object({
  source: decimalFromServer,
  margin: decimalFromServer,
  discount: decimalFromServer,
  cap: v.optional(decimalFromServer, '0'),
  rounding: decimalFromServer,
  payout: decimalFromServer,
});
export type PayoutBreakdown = v.InferOutput<typeof PayoutBreakdown>;

/**
 * ext: how cash is handed over. `side` is the cash side, `city` its name, `telegram` the visitor's contact. `place` and
 * `hours` are null in a closed claim; `hours` also until the operator sets them.
 */
export const CashMeeting = v.object({
  side: v.picklist(['from', 'to']),
  city: v.string(),
  place: v.nullable(v.string()),
  hours: v.nullable(v.string()),
  telegram: v.string(),
});
export type CashMeeting = v.InferOutput<typeof CashMeeting>;

/**
 * ext: a transfer in a network: the client's payment, the payout or the refund. `transaction` is the network's id of
 * the transaction; transfers without a network are not listed.
 */
export const ClaimTransfer = v.object({
  kind: v.picklist(['payment', 'payout', 'refund']),
  transaction: v.string(),
  at: isoInstant,
});
export type ClaimTransfer = v.InferOutput<typeof ClaimTransfer>;

/** ext: details of a claim besides its status; all are optional because another backend may not send them. */
const claimDetailFields = {
  history: v.optional(v.array(ClaimEvent), []),
  can: v.optional(v.nullable(v.array(v.picklist(CLAIM_ACTIONS))), null),
  received: v.optional(v.nullable(decimalFromServer), null),
  recalculations: v.optional(v.array(Recalculation), []),
  /** ext: an OfferRefusal; another backend may have other codes. */
  offerRefusal: v.optional(v.nullable(v.string()), null),
  courseUntil: v.optional(v.nullable(isoInstant), null),
  waterfall: v.optional(v.nullable(PayoutBreakdown), null),
  confirmations: v.optional(v.nullable(v.object({ have: v.number(), need: v.number() })), null),
  bills: v.optional(v.array(ReceiptFile), []),
  refundTo: v.optional(v.nullable(v.string()), null),
  transfers: v.optional(v.array(ClaimTransfer), []),
  verification: v.optional(
    v.nullable(v.object({ id: v.pipe(v.string(), v.uuid()), status: v.string() })),
    null,
  ),
  /** The side of the card to verify, if the claim needs that: the paying or the receiving card. */
  cardSide: v.optional(v.nullable(v.picklist(['from', 'to'])), null),
  merchant: v.optional(v.boolean(), false),
  meeting: v.optional(v.nullable(CashMeeting), null),
  /** Whether further e-mails are sent to `email`: somebody opened a link there, or the claim proved to be real. */
  emailConfirmed: v.optional(v.boolean(), true),
  /** The exchange is closed for maintenance; `can` has only the actions that stay available. */
  maintenance: v.optional(v.boolean(), false),
  demo: v.optional(v.boolean(), false),
};

/**
 * GET claim/{id}/status/ with the claim's secret: amounts frozen at creation, payment `deadline`, server time `now`.
 * `number` is the displayed number (public or internal, see usePublicId).
 */
export const ClaimStatus = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.string(),
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  from: ClaimSide,
  to: ClaimSide,
  fromSumma: decimalFromServer,
  toSumma: decimalFromServer,
  course: decimalFromServer,
  withVerificationCourse: v.boolean(),
  email: v.string(),
  toRequisite: v.string(),
  city: v.optional(v.nullable(v.string()), null),
  deadline: v.nullable(isoInstant),
  createdAt: isoInstant,
  now: isoInstant,
  ...claimDetailFields,
});
export type ClaimStatus = v.InferOutput<typeof ClaimStatus>;

/** GET claim/{id}/status/ without the secret: only the status. */
export const ClaimStatusOnly = v.object({ status: v.picklist(CLAIM_STATUSES) });
export type ClaimStatusOnly = v.InferOutput<typeof ClaimStatusOnly>;

/** 201 of POST claim/ : the claim and its secret (for X-Claim-Secret). No other response contains the secret. */
export const ClaimCreated = v.object({ ...ClaimStatus.entries, secret: v.string() });
export type ClaimCreated = v.InferOutput<typeof ClaimCreated>;

/**
 * The response of a backend without our fields of claims; the browser completes the claim from its request. Only an
 * invalid id may fail the parsing, because the creation would be repeated, and such a backend has no idempotency keys.
 */
export const BareClaim = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.fallback(v.nullable(v.string()), null),
  status: v.fallback(v.picklist(CLAIM_STATUSES), 'new'),
});
export type BareClaim = v.InferOutput<typeof BareClaim>;

/**
 * GET claim/{id}/requisite/ : the payment target, exact amount, memo and deadline. The response is null if
 * there is no target yet, a merchant takes the payment, or the claim is closed.
 */
export const ClaimRequisite = v.object({
  kind: v.picklist(['address', 'card', 'phone', 'cash']),
  value: v.string(),
  amount: decimalFromServer,
  currency: v.string(),
  network: v.nullable(v.string()),
  memo: v.nullable(v.object({ label: v.string(), value: v.string() })),
  holder: v.nullable(v.string()),
  bank: v.nullable(v.string()),
  deadline: v.nullable(isoInstant),
  now: isoInstant,
});
export type ClaimRequisite = v.InferOutput<typeof ClaimRequisite>;

/** The response of a backend without our fields of claims. */
export const BareRequisite = v.object({
  ...v.partial(ClaimRequisite).entries,
  value: v.string(),
});
export type BareRequisite = v.InferOutput<typeof BareRequisite>;

/**
 * 409: the current course and amounts, to accept or decline. `amount_taken` (ext): another claim awaits the same amount
 * at the same address, so this one is shifted by at most 0.1 %.
 */
export const ChangedTerms = v.looseObject({
  code: v.picklist(['course_changed', 'amount_taken']),
  detail: v.string(),
  course: decimalFromServer,
  fromSumma: decimalFromServer,
  toSumma: decimalFromServer,
  quote: v.optional(v.nullable(v.string()), null),
  expiresAt: v.optional(v.nullable(isoInstant), null),
});
export type ChangedTerms = v.InferOutput<typeof ChangedTerms>;

/** GET claim/captchacheck : whether creating a claim requires a captcha, with its provider and public key. */
export const CaptchaCheck = v.object({
  required: v.optional(v.boolean(), false),
  provider: v.optional(v.nullable(v.string()), null),
  sitekey: v.optional(v.nullable(v.string()), null),
});
export type CaptchaCheck = v.InferOutput<typeof CaptchaCheck>;

/** GET claim/{id}/form/ : requisites for a transfer, or a merchant form that the browser posts from our own site. */
export const ClaimForm = v.variant('kind', [
  v.object({ kind: v.literal('requisites'), requisite: v.nullable(ClaimRequisite) }),
  v.object({
    kind: v.literal('merchant'),
    action: v.pipe(v.string(), v.url()),
    method: v.literal('POST'),
    fields: v.record(v.string(), v.string()),
  }),
]);
export type ClaimForm = v.InferOutput<typeof ClaimForm>;

/** POST claim/{id}/handoff/ (ext): a URL for another device; the request's secret, if any, is in the fragment. */
export const ClaimHandoff = v.object({ url: v.pipe(v.string(), v.url()) });
export type ClaimHandoff = v.InferOutput<typeof ClaimHandoff>;
