import * as v from 'valibot';
import { REASONS, STATUSES } from '#core/claim/status.ts';
import { decimal } from './decimal.ts';

const code = v.pipe(v.string(), v.maxLength(20));

const driven = {
  reason: v.optional(v.nullable(v.picklist(REASONS)), null),
  amount: v.optional(v.nullable(decimal), null),
};

/** POST simulator/claim/ (ext): a claim that nobody pays, in the status wished. */
export const SimulatorCreate = v.object({
  from: code,
  to: code,
  fromSumma: v.optional(v.nullable(decimal), null),
  status: v.optional(v.picklist(STATUSES), 'waiting'),
  ...driven,
});
export type SimulatorCreate = v.InferOutput<typeof SimulatorCreate>;

/** POST simulator/claim/{id}/ (ext): where to drive a claim of the simulator. */
export const SimulatorMove = v.object({ status: v.picklist(STATUSES), ...driven });
export type SimulatorMove = v.InferOutput<typeof SimulatorMove>;
