import * as v from 'valibot';
import { isoInstant } from './calculator.ts';

/** The contest of GET calculator/settings/, with what our server adds to it (ext): prizes and conditions, a line each. */
export const Contest = v.object({
  title: v.string(),
  endsAt: isoInstant,
  prizes: v.optional(v.array(v.string()), []),
  conditions: v.optional(v.array(v.string()), []),
});
export type Contest = v.InferOutput<typeof Contest>;

/** Of GET calculator/settings/ : the contest that runs, null without one. */
export const ContestSettings = v.object({ contest: v.optional(v.nullable(Contest), null) });
