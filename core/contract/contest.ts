import * as v from 'valibot';
import { isoInstant } from './calculator.ts';

/** The contest of GET calculator/settings/ with our extensions (ext): prizes and conditions, one line each. */
export const Contest = v.object({
  title: v.string(),
  endsAt: isoInstant,
  prizes: v.optional(v.array(v.string()), []),
  conditions: v.optional(v.array(v.string()), []),
});
export type Contest = v.InferOutput<typeof Contest>;

/** The part of GET calculator/settings/ with the running contest; null without one, or without its fields (ext). */
export const ContestSettings = v.object({ contest: v.fallback(v.optional(v.nullable(Contest), null), null) });
