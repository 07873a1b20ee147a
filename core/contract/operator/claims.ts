import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { exchangedFields } from '../claim.ts';
import { pageFields } from '../page.ts';

/** The member of staff who has taken a claim. */
export const ClaimHolder = v.object({
  /** E-mail of the account. */
  name: v.string(),
  /** Whether it is the member of staff of the request. */
  isMe: v.boolean(),
  /** When the claim was taken. */
  at: isoInstant,
});
export type ClaimHolder = v.InferOutput<typeof ClaimHolder>;

/** A claim that something is about. */
export const ClaimReference = v.object({
  /** id of the claim. */
  id: v.pipe(v.string(), v.uuid()),
  /** Number that the client sees. */
  publicNumber: v.string(),
});
export type ClaimReference = v.InferOutput<typeof ClaimReference>;

/** What a list of claims shows of one. */
export const operatorClaimFields = {
  ...ClaimReference.entries,
  /** Internal number. */
  number: v.number(),
  /** Current status. */
  status: v.picklist(CLAIM_STATUSES),
  /** Why it has this status; null without a reason. */
  reason: v.nullable(v.picklist(CLAIM_REASONS)),
  ...exchangedFields,
  /** E-mail of the client; empty after its erasure. */
  email: v.string(),
  createdAt: isoInstant,
  /** When the status or the amounts changed last. */
  updatedAt: isoInstant,
  /** Until when the client has to act; null: no deadline. */
  deadline: v.nullable(isoInstant),
  /** Who works on it; null: nobody. */
  holder: v.nullable(ClaimHolder),
};

/** One claim of the list. */
export const OperatorClaim = v.object(operatorClaimFields);
export type OperatorClaim = v.InferOutput<typeof OperatorClaim>;

/** GET operator/claims/ (ext): a page of the claims, newest first. */
export const OperatorClaims = v.object({
  ...pageFields,
  /** Claims of this page. */
  results: v.array(OperatorClaim),
});
export type OperatorClaims = v.InferOutput<typeof OperatorClaims>;

/**
 * List claims, newest first. Filters: `status` (a status, `open` or `closed`), `currency` (code of either side),
 * `taken` (`me`), `date_from`, `date_to`, `page`, `size`. The header `X-Search`, percent-encoded, finds a number, the
 * beginning of an e-mail, the end of a card, an address, a transaction or the number of a transfer, or an exact amount of
 * either side or of a payment.
 *
 * @returns One page of claims.
 * @throws 400 The invalid parameter.
 */
export const listOperatorClaimsCall: Call<OperatorClaims> = {
  method: 'GET',
  path: '/api/v1/operator/claims/',
  response: OperatorClaims,
};

/**
 * Download the filtered claims as CSV, with the filters of the list: without e-mails, unless the role has the right
 * `emails`. The audit log gets an entry first.
 *
 * @returns CSV in UTF-8 with a byte order mark, separated by semicolons.
 * @throws 400 The invalid parameter.
 */
export const exportOperatorClaimsCall: Call = {
  method: 'GET',
  path: '/api/v1/operator/claims/export/',
};
