import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import type { Call, ItemCall } from './call.ts';
import { ClaimCreated, ClaimStatus } from './claim.ts';
import { decimal } from './decimal.ts';

const currencyCode = v.pipe(v.string(), v.maxLength(20));

const moveFields = {
  /** Why the claim has this status; null without a reason. */
  reason: v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null),
  /** Amount of the payment, in the currency sent. */
  amount: v.optional(v.nullable(decimal), null),
};

/** ext: a simulated claim in the requested status. */
export const SimulatorCreate = v.object({
  /** Code or alias of a currency, in any case. */
  from: currencyCode,
  /** Code or alias of a currency, in any case. */
  to: currencyCode,
  fromSumma: v.optional(v.nullable(decimal), null),
  /** The status to create the claim in. */
  status: v.optional(v.picklist(CLAIM_STATUSES), 'waiting'),
  ...moveFields,
});
export type SimulatorCreate = v.InferOutput<typeof SimulatorCreate>;

/** ext: the status to move a simulated claim to. */
export const SimulatorMove = v.object({
  /** The status to move to. */
  status: v.picklist(CLAIM_STATUSES),
  ...moveFields,
});
export type SimulatorMove = v.InferOutput<typeof SimulatorMove>;

/**
 * Create a simulated claim in any status, without money (only with OPERATOR=demo).
 *
 * @returns The claim and its secret.
 * @throws 400 Errors by field.
 * @throws 404 `pair_unknown`.
 * @throws 409 `transition_forbidden` with the current `status`: no allowed transitions lead there.
 */
export const createSimulatedClaimCall: Call<ClaimCreated, v.InferInput<typeof SimulatorCreate>> = {
  method: 'POST',
  path: '/api/v1/simulator/claim/',
  response: ClaimCreated,
};

/**
 * Move a simulated claim to a status and a reason by the shortest allowed transitions.
 *
 * @returns The claim.
 * @throws 404 `not_found`: no such simulated claim.
 * @throws 409 `transition_forbidden` with the current `status`: no allowed transitions lead there.
 */
export const moveSimulatedClaimCall: ItemCall<ClaimStatus, v.InferInput<typeof SimulatorMove>> = {
  method: 'POST',
  path: '/api/v1/simulator/claim/{id}/',
  response: ClaimStatus,
};
