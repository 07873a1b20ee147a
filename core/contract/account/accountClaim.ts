import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import { ClaimSide, reasonFields } from '../claim.ts';
import { decimal, decimalFromServer } from '../decimal.ts';

/** A claim in the list of its account. */
export const AccountClaim = v.object({
  id: v.pipe(v.string(), v.uuid()),
  number: v.string(),
  status: v.picklist(CLAIM_STATUSES),
  ...reasonFields,
  from: ClaimSide,
  to: ClaimSide,
  fromSumma: decimalFromServer,
  toSumma: decimalFromServer,
  course: decimalFromServer,
  /** Where the payout goes, masked. */
  toRequisite: v.string(),
  createdAt: isoInstant,
  /** Until when the client can pay, or send the photos of its card (ext); null: nothing is awaited of it. */
  deadline: v.optional(v.nullable(isoInstant), null),
  /** Whether the same exchange can be ordered again: both currencies are open, and the requisites are not erased. */
  repeatable: v.boolean(),
});
export type AccountClaim = v.InferOutput<typeof AccountClaim>;

/** GET users/me/claims/ : a page of the account's claims, newest first. */
export const AccountClaims = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
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
