import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import type { ItemCall } from '../call.ts';
import { PayoutBreakdown, Recalculation } from '../claim.ts';
import { RequisiteField } from '../course/pair.ts';
import { decimalFromServer } from '../decimal.ts';
import { VERIFICATION_STATUSES } from '../verification.ts';
import { OperatorClaim, operatorClaimFields } from './claims.ts';
import { StoredFile } from './verifications.ts';
import { STAFF_RIGHTS } from './staff.ts';

/** What a person has to give with an action. `force`: an explicit confirmation that the usual rule does not hold. */
export const ACTION_INPUTS = ['amount', 'reference', 'reason', 'force'] as const;

/**
 * What an action does besides the change of the status. `reserve_*`, `money_unsettled` (what stays without a claim at its
 * end), `payout_unchanged` (less has arrived, and the whole amount is paid out), `course_unchanged` (the same after the
 * deadline) and `client_pays_rest` (a part has arrived) have an amount.
 * `client_notified`: an e-mail, and a message in Telegram if it is connected. `client_decides`: a course that gives less,
 * or the next one if none is known now, is offered to the client first.
 */
export const ACTION_EFFECTS = [
  'reserve_held',
  'reserve_released',
  'reserve_paid_out',
  'reserve_credited',
  'money_unsettled',
  'payout_unchanged',
  'course_unchanged',
  'promocode_returned',
  'claim_closed',
  'client_notified',
  'client_decides',
  'client_pays_rest',
] as const;

/** One effect of an action. */
export const ActionEffect = v.object({
  /** What happens. */
  code: v.picklist(ACTION_EFFECTS),
  /** Amount; null without one. */
  amount: v.nullable(decimalFromServer),
  /** Code of the amount’s currency; null without an amount. */
  currency: v.nullable(v.string()),
});

/** Money that a person sends to the client, before or with an action. */
export const OutgoingTransfer = v.object({
  /** `payout`: to `toRequisites`; `refund`: to `refundRequisites`, else to `fromRequisites`. */
  kind: v.picklist(['payout', 'refund']),
  /** Amount; null: no payment is recorded that could be refunded. */
  amount: v.nullable(decimalFromServer),
  /** Code of the currency. */
  currency: v.string(),
});

/** A status that the claim may get now, by the table of statuses and the money that has arrived. */
export const OperatorAction = v.object({
  /** The status. */
  to: v.picklist(CLAIM_STATUSES),
  /** Right that it needs. */
  right: v.picklist(STAFF_RIGHTS),
  /** Inputs that are required. */
  needs: v.array(v.picklist(ACTION_INPUTS)),
  /** Inputs that may be left out. */
  accepts: v.array(v.picklist(ACTION_INPUTS)),
  /** Values that `reason` may have; empty: any of CLAIM_REASONS. */
  reasons: v.array(v.picklist(CLAIM_REASONS)),
  /** What happens besides the new status. */
  effects: v.array(ActionEffect),
  /** What the person sends; null: nothing. */
  transfer: v.nullable(OutgoingTransfer),
});
export type OperatorAction = v.InferOutput<typeof OperatorAction>;

/** How a payment is recorded; it determines the new status. */
export const PaymentAction = v.object({
  /** Right that it needs. */
  right: v.picklist(STAFF_RIGHTS),
  /** What is still to be paid, in the currency sent; zero: everything has arrived. */
  expected: decimalFromServer,
  /**
   * `hash`: the transaction; `output` and `log`: also a colon and the number of its output or log entry; `number`: the
   * bank’s number or a receipt.
   */
  reference: v.picklist(['hash', 'output', 'log', 'number']),
});

/** One requisite as the client entered it; not masked. */
export const RequisiteValue = v.object({
  /** Name of the field. */
  name: v.string(),
  /** Label for people; the name of a field that the catalogue does not have any more. */
  label: v.string(),
  value: v.string(),
});

/** One entry of the timeline. */
export const TimelineEntry = v.object({
  at: isoInstant,
  /** `status`: a change of the status; `change`: another change by staff; `note`: a note of staff. */
  kind: v.picklist(['status', 'change', 'note']),
  /** Who did it: a member of staff, a user of the command line; null: the client or the server. */
  by: v.nullable(v.string()),
  /** Who caused a change of the status: `client`, `operator` or `system`; null for other entries. */
  actor: v.nullable(v.picklist(['client', 'operator', 'system'])),
  /** The new status; null for other entries. */
  status: v.nullable(v.picklist(CLAIM_STATUSES)),
  /** Its reason; null without one. */
  reason: v.nullable(v.picklist(CLAIM_REASONS)),
  /** Text of a note; what a change did: `claim.take`; null without one. */
  text: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof TimelineEntry>;

/** Money that came in or went out. */
export const ClaimMoney = v.object({
  /** `payment`: received; `payout` and `refund`: sent to the client. */
  kind: v.picklist(['payment', 'payout', 'refund']),
  /** Amount; null: the transfer was recorded without one. */
  amount: v.nullable(decimalFromServer),
  /** Code of the currency. */
  currency: v.string(),
  /** Transaction, or the bank’s number. */
  reference: v.string(),
  /** Whether it is a payment that a person recorded and can correct, because no money has left. */
  isCorrectable: v.optional(v.boolean(), false),
  at: isoInstant,
});

/** A payment that a node reports and that is not recorded yet, because it is not final. */
export const SeenPayment = v.object({
  /** Amount in the currency sent. */
  amount: decimalFromServer,
  /** Transaction, a colon and the number of its output. */
  reference: v.string(),
  /** Confirmations so far. */
  have: v.number(),
  /** Confirmations after which it is recorded. */
  need: v.number(),
  at: isoInstant,
});

/** An e-mail about the claim. */
export const ClaimEmail = v.object({
  /** Subject; empty until it is composed. */
  subject: v.string(),
  /** Recipient. */
  to: v.string(),
  /** `waiting`, `sent`, or `failed`: given up. */
  state: v.picklist(['waiting', 'sent', 'failed']),
  /** When it was queued, sent or given up. */
  at: isoInstant,
});

/** GET operator/claims/{id}/ (ext): all about one claim. */
export const OperatorClaimDetail = v.object({
  ...operatorClaimFields,
  /** Units received for 1 unit sent. */
  course: decimalFromServer,
  /** How the payout is computed; null if unknown. */
  waterfall: v.nullable(PayoutBreakdown),
  /** Amount received; null: none. */
  received: v.nullable(decimalFromServer),
  /** Money that arrived after the end and was not sent back; null: none. */
  unsettled: v.nullable(decimalFromServer),
  /** Requisites of the side sent; empty after their erasure. */
  fromRequisites: v.array(RequisiteValue),
  /** Requisites of the side received. */
  toRequisites: v.array(RequisiteValue),
  /** Requisites for a refund that the client named; null: those of the payment. */
  refundRequisites: v.nullable(v.array(RequisiteValue)),
  /** Where a refund goes; null: the claim has none now. */
  refundDestination: v.nullable(
    v.object({
      /** Right to enter it. */
      right: v.picklist(STAFF_RIGHTS),
      /** Fields of the form. */
      fields: v.array(RequisiteField),
      /** field name → value, named or those of the payment; null: not known, so that no refund can be closed. */
      known: v.nullable(v.record(v.string(), v.string())),
    }),
  ),
  /** Where the client pays; null until assigned. */
  payTo: v.nullable(v.array(RequisiteValue)),
  /** Name of the city for cash, or the code of one that was removed; null without one. */
  city: v.nullable(v.string()),
  /** Promocode; null without one. */
  promocode: v.nullable(v.string()),
  /** Code of the partner; null without one. */
  refferal: v.nullable(v.string()),
  /** Whether the claim belongs to an account. */
  hasAccount: v.boolean(),
  /** Amounts recalculated, oldest first. */
  recalculations: v.array(Recalculation),
  /** Why the client cannot accept the offered amounts now; null if he can, and without an offer. */
  offerRefusal: v.optional(v.nullable(v.string()), null),
  /** Payments, payouts and refunds, oldest first. */
  money: v.array(ClaimMoney),
  /** Payments that are not final, oldest first. */
  seenPayments: v.array(SeenPayment),
  /** Changes of the status, other changes by staff, and notes, oldest first. */
  timeline: v.array(TimelineEntry),
  /** Receipts of the client. */
  files: v.array(StoredFile),
  /** Card verifications, oldest first. */
  verifications: v.array(
    v.object({
      /** id of the verification. */
      id: v.pipe(v.string(), v.uuid()),
      /** Its status. */
      status: v.picklist(VERIFICATION_STATUSES),
      /** First and last digits of the card: «220220 … 4418». */
      card: v.string(),
      at: isoInstant,
    }),
  ),
  /** E-mails, oldest first. */
  emails: v.array(ClaimEmail),
  /** Other claims of the account or of the e-mail, newest first, at most 10. */
  otherClaims: v.array(OperatorClaim),
  /** Statuses that the claim may get now. Those that end it without an exchange are the last ones. */
  actions: v.array(OperatorAction),
  /**
   * What staff does next in the usual case: a status of `actions`, `payment`, `destination` (of the refund) or `return`
   * (of money without a claim); null: the claim waits for something else.
   */
  likelyAction: v.nullable(v.picklist([...CLAIM_STATUSES, 'payment', 'destination', 'return'])),
  /** How to record a payment; null: the status accepts none. */
  payment: v.nullable(PaymentAction),
  now: isoInstant,
});
export type OperatorClaimDetail = v.InferOutput<typeof OperatorClaimDetail>;

/**
 * Get all about a claim, with the actions that are possible now.
 *
 * @returns The claim.
 * @throws 404 `not_found`.
 */
export const getOperatorClaimCall: ItemCall<OperatorClaimDetail> = {
  method: 'GET',
  path: '/api/v1/operator/claims/{id}/',
  response: OperatorClaimDetail,
};
