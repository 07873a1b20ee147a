import * as v from 'valibot';
import { CLAIM_ACTIONS, CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { decimalFromServer } from './decimal.ts';
import { isoInstant, optionalCurrencyKind } from './calculator.ts';

/** One side of a claim, frozen at creation. */
export const ClaimSide = v.object({
  /** Monitoring-site code: USDTTRC20. */
  code: v.string(),
  /** Displayed name: Tether, Сбербанк. */
  name: v.string(),
  /** Unit shown after an amount: USDT, RUB. */
  currency: v.string(),
  /** TRC20; null if the currency has only one. */
  network: v.nullable(v.string()),
  /** What it is; its icon is a circle for `crypto`, else a rounded square. */
  kind: optionalCurrencyKind,
  /** Key of a built-in icon; never a URL. */
  icon: v.string(),
  /** Digits after the decimal point. */
  decimals: v.number(),
});
export type ClaimSide = v.InferOutput<typeof ClaimSide>;

/** The currencies of an exchange. */
export const sideFields = {
  /** Currency that the client sends. */
  from: ClaimSide,
  /** Currency that the client receives. */
  to: ClaimSide,
};

/** The currencies and amounts of a claim. */
export const exchangedFields = {
  ...sideFields,
  /** Amount that the client sends. */
  fromSumma: decimalFromServer,
  /** Amount that the client receives. */
  toSumma: decimalFromServer,
};

const reason = v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null);

/** Why a claim has its status. ext: `cause` is the exact reason, null if it is unknown to this client. */
export const reasonFields = {
  /** Why the claim has this status; null without a reason. */
  reason,
  /**
   * The exact reason, also one that older clients do not know and `reason` gives as `manual`; more may be added.
   */
  cause: v.fallback(reason, null),
};

/** One status change of a claim; `at` is the server's time. */
export const ClaimEvent = v.object({
  /** Status since `at`. */
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  at: isoInstant,
});
export type ClaimEvent = v.InferOutput<typeof ClaimEvent>;

/** An uploaded bank receipt: display name, MIME type, size in bytes. */
export const ReceiptFile = v.object({
  /** id of the receipt. */
  id: v.string(),
  /** File name to show. */
  name: v.string(),
  /** MIME type. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
});

/** Recalculated amounts: the received amount, the course and the resulting payout. */
export const Recalculation = v.object({
  /** Why the amounts were recalculated. */
  reason: v.picklist(CLAIM_REASONS),
  /** Amount received. */
  fromSumma: decimalFromServer,
  /** Units received for 1 unit sent. */
  course: decimalFromServer,
  /** Amount to pay out. */
  toSumma: decimalFromServer,
  /** `offered` awaits the client’s decision; `applied` needs none. */
  state: v.picklist(['offered', 'accepted', 'refused', 'applied']),
  /** Time of the recalculation. */
  at: isoInstant,
  /** Expiry of the offer; a new offer replaces it. */
  expiresAt: v.optional(v.nullable(isoInstant), null),
});
export type Recalculation = v.InferOutput<typeof Recalculation>;

/** Why an offer cannot be accepted now. `expired`: new amounts are being calculated. */
export type OfferRefusal = 'expired' | 'below_min' | 'above_max' | 'card_unverified' | 'requisites_erased';

/**
 * The payout's parts in the receive currency: source − margin + discount − cap − rounding = payout, exactly. `cap`
 * (ext): the part of the discount that the maximum course cuts off.
 */
export const PayoutBreakdown = v.object({
  /** Payout at the source’s price. */
  source: decimalFromServer,
  /** Margin, subtracted. */
  margin: decimalFromServer,
  /** Discount, added. */
  discount: decimalFromServer,
  /** What the largest course takes of the discount, subtracted. */
  cap: v.optional(decimalFromServer, '0'),
  /** Rounding, subtracted. */
  rounding: decimalFromServer,
  /** Amount to pay out. */
  payout: decimalFromServer,
});

/**
 * ext: how cash is handed over. `side` is the cash side, `city` its name, `telegram` the visitor's contact. `place` and
 * `hours` are null in a closed claim; `hours` also until the operator sets them.
 */
export const CashMeeting = v.object({
  /** Which side is cash. */
  side: v.picklist(['from', 'to']),
  /** Name of the city, in Russian. */
  city: v.string(),
  /** Address to visit; null in a closed claim. */
  place: v.nullable(v.string()),
  /** When to come; null in a closed claim, and if it is arranged in Telegram. */
  hours: v.nullable(v.string()),
  /** The client’s name in Telegram, from the claim’s fields. */
  telegram: v.string(),
});
export type CashMeeting = v.InferOutput<typeof CashMeeting>;

/**
 * ext: a transfer in a network: the client's payment, the payout or the refund. `transaction` is the network's id of
 * the transaction; transfers without a network are not listed.
 */
export const ClaimTransfer = v.object({
  /** `payment` by the client, `payout` or `refund` to the client. */
  kind: v.picklist(['payment', 'payout', 'refund']),
  /** id of the transaction in its network. */
  transaction: v.string(),
  /** When the transfer was recorded. */
  at: isoInstant,
});
export type ClaimTransfer = v.InferOutput<typeof ClaimTransfer>;

/** ext: details of a claim besides its status; all are optional because another backend may not send them. */
const claimDetailFields = {
  /** Statuses so far, oldest first. */
  history: v.optional(v.array(ClaimEvent), []),
  /** Actions that the client may perform now. */
  can: v.optional(v.nullable(v.array(v.picklist(CLAIM_ACTIONS))), null),
  /** Amount received, in the currency sent; null before the payment. */
  received: v.optional(v.nullable(decimalFromServer), null),
  /** Amounts recalculated from the received amount or at a new course, oldest first. */
  recalculations: v.optional(v.array(Recalculation), []),
  // ext: an OfferRefusal; another backend may have other codes.
  /** Why the offered amounts cannot be accepted now; null if they can be, and without an offer. */
  offerRefusal: v.optional(v.nullable(v.string()), null),
  /** The course is guaranteed until then; null before there are requisites to pay to. */
  courseUntil: v.optional(v.nullable(isoInstant), null),
  /** How the payout is computed; null if unknown. */
  waterfall: v.optional(v.nullable(PayoutBreakdown), null),
  /** Confirmations by the network; null if unknown. */
  confirmations: v.optional(
    v.nullable(
      v.object({
        /** Confirmations so far. */
        have: v.number(),
        /** Confirmations required. */
        need: v.number(),
      }),
    ),
    null,
  ),
  /** Uploaded receipts. */
  bills: v.optional(v.array(ReceiptFile), []),
  /**
   * Masked requisite that receives a refund: what the client named, else that of the payment; null until it is
   * known.
   */
  refundTo: v.optional(v.nullable(v.string()), null),
  /** Transfers in a network that belong to the claim, oldest first. */
  transfers: v.optional(v.array(ClaimTransfer), []),
  /** The claim’s card verification; null without one. */
  verification: v.optional(
    v.nullable(
      v.object({
        /** id of the verification. */
        id: v.pipe(v.string(), v.uuid()),
        /** Its status. */
        status: v.string(),
      }),
    ),
    null,
  ),
  /**
   * Side of the card that a verification is about: `from` pays, `to` receives; null without a card and without a
   * phone.
   */
  cardSide: v.optional(v.nullable(v.picklist(['from', 'to'])), null),
  /** Whether the claim is paid on a merchant’s page. */
  merchant: v.optional(v.boolean(), false),
  /** Where cash changes hands; null without cash. */
  meeting: v.optional(v.nullable(CashMeeting), null),
  // Or the claim proved to be real.
  /** Whether further e-mails are sent to `email`; false until somebody opens the link of the first. */
  emailConfirmed: v.optional(v.boolean(), true),
  /** Whether the exchange is closed for maintenance; `can` has only what stays possible. */
  maintenance: v.optional(v.boolean(), false),
  /** Whether the claim advances automatically, without money. */
  demo: v.optional(v.boolean(), false),
};

/**
 * GET claim/{id}/status/ with the claim's secret: amounts frozen at creation, payment `deadline`, server time `now`.
 * `number` is the displayed number (public or internal, see usePublicId).
 */
export const ClaimStatus = v.object({
  /** id of the claim. */
  id: v.pipe(v.string(), v.uuid()),
  /** Number to show to people. */
  number: v.string(),
  /** Current status. */
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  ...exchangedFields,
  /** Units received for 1 unit sent. */
  course: decimalFromServer,
  /** Whether the course is the one for verified cards. */
  withVerificationCourse: v.boolean(),
  /** E-mail address of the client. */
  email: v.string(),
  /** Masked requisite that receives the payout: «2202 •••• 4417». */
  toRequisite: v.string(),
  /** Code of the city for cash; null without one. */
  city: v.optional(v.nullable(v.string()), null),
  /** Pay, send photos or decide before then; null without a deadline. */
  deadline: v.nullable(isoInstant),
  /** When the claim was created. */
  createdAt: isoInstant,
  now: isoInstant,
  ...claimDetailFields,
});
export type ClaimStatus = v.InferOutput<typeof ClaimStatus>;

/** GET claim/{id}/status/ without the secret: only the status. */
export const ClaimStatusOnly = v.object({
  /** Current status. */
  status: v.picklist(CLAIM_STATUSES),
});
export type ClaimStatusOnly = v.InferOutput<typeof ClaimStatusOnly>;

/** 201 of POST claim/ : the claim and its secret (for X-Claim-Secret). No other response contains the secret. */
export const ClaimCreated = v.object({
  ...ClaimStatus.entries,
  /** Secret for the header X-Claim-Secret. */
  secret: v.string(),
});
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

// A field selects the schema: a union would parse a complete response with an invalid field as a bare one.
const isComplete = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'fromSumma' in answer;

/** The response of POST claim/ . */
export const CreatedClaim = v.lazy(answer => (isComplete(answer) ? ClaimCreated : BareClaim));

/** The response of GET claim/{id}/status/ . */
export const ReadClaim = v.lazy(answer => (isComplete(answer) ? ClaimStatus : ClaimStatusOnly));

/** POST claim/{id}/handoff/ (ext): a URL for another device; the request's secret, if any, is in the fragment. */
export const ClaimHandoff = v.object({
  /** URL that opens the claim, with the secret of the request, if it has one, in the fragment. */
  url: v.pipe(v.string(), v.url()),
});
export type ClaimHandoff = v.InferOutput<typeof ClaimHandoff>;
