import * as v from 'valibot';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { ClaimCreated, ClaimSide, reasonFields } from '../claim.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { idFromServer } from './savedRequisite.ts';
import { optionalPageFields } from '../page.ts';

/**
 * A claim in the list of its account. All but `id` is ext: another backend may send less, and has other statuses. Null
 * means that it was not sent.
 */
export const AccountClaim = v.object({
  /** id of the claim. */
  id: idFromServer,
  /** Number to show to people. */
  number: v.optional(v.nullable(v.string()), null),
  /** Current status. */
  status: v.optional(v.fallback(v.nullable(v.picklist(CLAIM_STATUSES)), null), null),
  ...reasonFields,
  /** Currency sent. */
  from: v.optional(v.nullable(ClaimSide), null),
  /** Currency received. */
  to: v.optional(v.nullable(ClaimSide), null),
  /** Amount to send. */
  fromSumma: v.optional(v.nullable(decimalFromServer), null),
  /** Amount to receive. */
  toSumma: v.optional(v.nullable(decimalFromServer), null),
  /** Units received for 1 unit sent. */
  course: v.optional(v.nullable(decimalFromServer), null),
  /** Masked requisite that receives the payout: «2202 •••• 4417». */
  toRequisite: v.optional(v.string(), ''),
  createdAt: v.optional(v.nullable(isoInstant), null),
  /** Until when the client can pay, or send the photos of its card; null: nothing is awaited of it. */
  deadline: v.optional(v.nullable(isoInstant), null),
  // Both currencies are open, and the requisites are not erased.
  /** Whether the same exchange can be ordered again. */
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
  ...optionalPageFields,
  /** Claims of this page. */
  results: v.array(AccountClaim),
});
export type AccountClaims = v.InferOutput<typeof AccountClaims>;

/**
 * POST users/me/claims/{id}/ : the same exchange at the live course. Without an amount, the claim's own amount is sent.
 */
export const ClaimRepeat = v.object({
  /** Amount to send; without both amounts that of the claim. */
  fromSumma: v.optional(decimal),
  /** Amount to receive. */
  toSumma: v.optional(decimal),
  /** The pair’s quote. */
  quote: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512))), null),
});
export type ClaimRepeat = v.InferInput<typeof ClaimRepeat>;

/** POST users/me/claims/attach/ (ext): a claim that was created as a guest; its secret is in X-Claim-Secret. */
export const ClaimAttach = v.object({
  /** id of the claim. */
  id: v.pipe(v.string(), v.uuid()),
});
export type ClaimAttach = v.InferInput<typeof ClaimAttach>;

const CLAIMS = '/api/v1/users/me/claims/';

/**
 * List the account’s claims, newest first.
 *
 * @returns One page of claims.
 * @throws 400 The invalid parameter.
 */
export const listAccountClaimsCall: Call<AccountClaims> = {
  method: 'GET',
  path: CLAIMS,
  response: AccountClaims,
};

/**
 * Download the filtered list as CSV.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportAccountClaimsCall: Call = { method: 'GET', path: `${CLAIMS}export/` };

/**
 * Give a claim that was created as a guest to the account.
 *
 * @returns The claim belongs to the account.
 * @throws 400 An invalid id.
 * @throws 404 `not_found`: no such claim, a wrong secret, or another account’s claim.
 */
export const attachClaimCall: Call<void, ClaimAttach> = { method: 'POST', path: `${CLAIMS}attach/` };

/**
 * Create the same claim again, at the current course.
 *
 * @returns The new claim with its secret.
 * @throws 400 Errors by field.
 * @throws 404 `not_found`: no such claim of this account.
 * @throws 409 `requisites_erased`, and as for the creation of a claim.
 */
export const repeatClaimCall: ItemCall<ClaimCreated, ClaimRepeat> = {
  method: 'POST',
  path: `${CLAIMS}{id}/`,
  response: ClaimCreated,
};
