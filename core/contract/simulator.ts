import * as v from 'valibot';
import { CLAIM_REASONS, CLAIM_STATUSES } from '#core/claim/status.ts';
import { decimal } from './decimal.ts';

const currencyCode = v.pipe(v.string(), v.maxLength(20));

const moveFields = {
  /** Why the claim has this status; null without a reason. */
  reason: v.optional(v.nullable(v.picklist(CLAIM_REASONS)), null),
  /** Amount of the payment, in the currency sent. */
  amount: v.optional(v.nullable(decimal), null),
};

/** POST simulator/claim/ (ext): a simulated claim in the requested status. */
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

/** POST simulator/claim/{id}/ (ext): the status to move a simulated claim to. */
export const SimulatorMove = v.object({
  /** The status to move to. */
  status: v.picklist(CLAIM_STATUSES),
  ...moveFields,
});
export type SimulatorMove = v.InferOutput<typeof SimulatorMove>;
