import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import { ClaimSide, reasonFields } from '../claim.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { idFromServer } from './savedRequisite.ts';

/**
 * A claim in the list of its account. All but `id` is ext: another backend may send less, and has other statuses. Null
 * means that it was not sent.
 */
export const AccountClaim = v.object({
  id: idFromServer,
  number: v.optional(v.nullable(v.string()), null),
  status: v.optional(v.fallback(v.nullable(v.picklist(CLAIM_STATUSES)), null), null),
  ...reasonFields,
  from: v.optional(v.nullable(ClaimSide), null),
  to: v.optional(v.nullable(ClaimSide), null),
  fromSumma: v.optional(v.nullable(decimalFromServer), null),
  toSumma: v.optional(v.nullable(decimalFromServer), null),
  course: v.optional(v.nullable(decimalFromServer), null),
  /** Destination of the payout, masked. */
  toRequisite: v.optional(v.string(), ''),
  createdAt: v.optional(v.nullable(isoInstant), null),
  /** Deadline of the payment or of the card's photos (ext); null: neither is awaited. */
  deadline: v.optional(v.nullable(isoInstant), null),
  /** Whether the same exchange can be repeated: both currencies are open, and the requisites are not erased. */
  repeatable: v.optional(v.boolean(), false),
});
export type AccountClaim = v.InferOutput<typeof AccountClaim>;

const DETAILS = ['number', 'status', 'from', 'to', 'fromSumma', 'toSumma', 'course', 'createdAt'] as const;

/** A claim with everything that this project's server sends. */
export type DetailedClaim = AccountClaim & {
  [Field in (typeof DETAILS)[number]]: NonNullable<AccountClaim[Field]>;
};

/** Whether the backend has sent all details of a claim. */
export const isDetailedClaim = (claim: AccountClaim): claim is DetailedClaim =>
  DETAILS.every(field => claim[field] !== null);

/** GET users/me/claims/ : a page of the account's claims, newest first. */
export const AccountClaims = v.object({
  count: v.number(),
  next: v.optional(v.nullable(v.string())),
  previous: v.optional(v.nullable(v.string())),
  results: v.array(AccountClaim),
});
export type AccountClaims = v.InferOutput<typeof AccountClaims>;

/** POST users/me/claims/{id}/ : the same exchange at the live course. Without a sum, the claim's own sum is sent. */
export const ClaimRepeat = v.object({
  fromSumma: v.optional(decimal),
  toSumma: v.optional(decimal),
  quote: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512))), null),
});
export type ClaimRepeat = v.InferInput<typeof ClaimRepeat>;

/** POST users/me/claims/attach/ (ext): a claim that was created as a guest; its secret is in X-Claim-Secret. */
export const ClaimAttach = v.object({ id: v.pipe(v.string(), v.uuid()) });
export type ClaimAttach = v.InferInput<typeof ClaimAttach>;
