import * as v from 'valibot';
import { ClosedReason, Directions, isoInstant, PaymentSystemIds, SETTINGS_PATH } from '../calculator.ts';
import type { Call } from '../call.ts';
import { Pair } from './pair.ts';

/**
 * A cur_from or cur_to that is not shown, and the code shown instead. ext: `closed` is why an existing currency, or its
 * pair with the other side, is unavailable; an unknown code has none.
 */
export const CodeReplacement = v.object({
  /** Side of the code. */
  side: v.picklist(['from', 'to']),
  /** Requested code. */
  wanted: v.string(),
  /** Code shown instead. */
  chosen: v.string(),
  /** Why a known code is unavailable; absent for an unknown code. */
  closed: v.optional(ClosedReason),
});
export type CodeReplacement = v.InferOutput<typeof CodeReplacement>;

/** A contest; null without one. */
export const Contest = v.nullable(
  v.looseObject({
    /** Name of the contest, in Russian. */
    title: v.string(),
    /** When it ends. */
    endsAt: isoInstant,
  }),
);

/** The settings; with cur_from and cur_to also (ext) the resolved pair with directions and to-ids. */
export const CalculatorSettings = v.object({
  // Another backend may send both in another shape.
  /** Groups to filter currencies by, in display order. */
  filters: v.fallback(v.optional(v.array(v.string()), []), []),
  /** The running contest; null without one. */
  contest: v.fallback(v.optional(Contest, null), null),
  captchaLogin: v.optional(v.boolean(), false),
  /** Whether forms start with the verification course. */
  verificationFirst: v.optional(v.boolean(), false),
  /** Whether the number of a claim is its short public one. */
  usePublicId: v.optional(v.boolean(), false),
  // ext.
  /** Whether claims advance automatically, without money. */
  demo: v.optional(v.boolean()),
  /** Code of the currency to send. */
  from: v.optional(v.string()),
  /** Code of the currency to receive. */
  to: v.optional(v.string()),
  /** Code of the city for cash; null without one. */
  city: v.optional(v.nullable(v.string())),
  /** Requested codes that are not shown. */
  replaced: v.optional(v.array(CodeReplacement)),
  /** All currencies in display order. */
  directions: v.optional(Directions),
  /** ids that can be received for `from`. */
  toIds: v.optional(PaymentSystemIds),
  /** The pair of `from` and `to`. */
  pair: v.optional(Pair),
});
export type CalculatorSettings = v.InferOutput<typeof CalculatorSettings>;

/** Get the settings; with currency codes also the chosen pair and the data for a first paint. */
export const getCalculatorSettingsCall: Call<CalculatorSettings> = {
  method: 'GET',
  path: SETTINGS_PATH,
  response: CalculatorSettings,
};
