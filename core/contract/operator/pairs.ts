import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { sideFields } from '../claim.ts';
import { decimalFromServer } from '../decimal.ts';
import { pageFields } from '../page.ts';

/** States by which pairs are filtered. `own`: a pair with a margin, discount or maximum of its own. */
export const PAIR_STATES = ['open', 'closed', 'frozen', 'own'] as const;
export type PairState = (typeof PAIR_STATES)[number];

/** Longest text of a search, characters. */
export const MAX_PAIR_SEARCH_LENGTH = 60;

/** A pair with its course and what staff sets. */
export const OperatorPair = v.object({
  /** Two codes with a dash: USDTTRC20-SBERRUB. */
  code: v.string(),
  ...sideFields,
  /** Names of the sources of the prices of both sides. */
  sources: v.array(v.string()),
  /** Course of the market, at the best prices of the sources; null without a fresh price. */
  market: v.nullable(decimalFromServer),
  /** Since when the older of its two prices is valid; null without a fresh price. */
  marketAt: v.nullable(isoInstant),
  /** Course that visitors see now; null without one. */
  course: v.nullable(decimalFromServer),
  /** Margin in use, percent; null without a course. */
  margin: v.nullable(decimalFromServer),
  /** Smallest amount to send now; null without a course. */
  min: v.nullable(decimalFromServer),
  /** Largest amount to send now; null: no limit, or no course. */
  max: v.nullable(decimalFromServer),
  /** What staff has set for the pair alone; null: nothing. */
  own: v.object({
    margin: v.nullable(v.string()),
    discount: v.nullable(v.string()),
    max: v.nullable(v.string()),
    /** The frozen course. */
    course: v.nullable(v.string()),
    /** Why the pair is closed, as visitors read it. */
    closed: v.nullable(v.string()),
  }),
  /** Why the pair is closed now, for whatever reason; null: it is open. */
  closed: v.nullable(v.string()),
});
export type OperatorPair = v.InferOutput<typeof OperatorPair>;

/** GET operator/pairs/ (ext): a page of the pairs, in the order of the currencies. */
export const OperatorPairs = v.object({
  ...pageFields,
  /** Pairs of this page. */
  results: v.array(OperatorPair),
});
export type OperatorPairs = v.InferOutput<typeof OperatorPairs>;

/** GET operator/pairs/{code}/preview/ (ext): the courses that a pair would have. */
export const PairPreview = v.object({
  /** Course of visitors; null without a fresh price. */
  course: v.nullable(decimalFromServer),
  /** Course of a verified card; null if the pair has none. */
  verified: v.nullable(decimalFromServer),
  /** The setting `margin_min`, percent, if it lowers the course of visitors to this one; null if not. */
  capMargin: v.nullable(decimalFromServer),
});
export type PairPreview = v.InferOutput<typeof PairPreview>;

/**
 * List the pairs. Filters: `q`, words that are parts of codes, tickers or names of either side; `state`, one of
 * `PAIR_STATES`; `page`, `size`.
 *
 * @returns One page of pairs.
 * @throws 400 The invalid parameter.
 */
export const listOperatorPairsCall: Call<OperatorPairs> = {
  method: 'GET',
  path: '/api/v1/operator/pairs/',
  response: OperatorPairs,
};

/**
 * Get the course of a pair as it would be with another value. Parameters: `field` (`margin`, `discount` or `course`),
 * `value`, as `changeValueCall` takes it.
 *
 * @returns The courses.
 * @throws {LimitProblem} 400 `value`: the code of its format.
 * @throws 404 `not_found`: there is no such pair or field.
 */
export const previewPairCall: Call<PairPreview, undefined, `${string}{code}${string}`> = {
  method: 'GET',
  path: '/api/v1/operator/pairs/{code}/preview/',
  response: PairPreview,
};
