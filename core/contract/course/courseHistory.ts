import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

/** Periods of a course's history. */
export const HISTORY_PERIODS = ['24h', '7d', '30d'] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

/** ext: a course that the exchange had at a time: units received for 1 unit sent. */
export const CoursePoint = v.object({
  /** When it was stored. */
  at: isoInstant,
  /** Units received for 1 unit sent, all fees included; 0 without a price. */
  course: decimalFromServer,
});

/** ext: the course of a pair over a period. */
export const CourseHistory = v.object({
  /** Code of the currency to send. */
  from: v.string(),
  /** Code of the currency to receive. */
  to: v.string(),
  /** Unit of the side to send: USDT, RUB. */
  currencyFrom: v.string(),
  /** Unit of the side to receive. */
  currencyTo: v.string(),
  /** The course now; null while the pair is closed. */
  course: v.nullable(decimalFromServer),
  /** Begin of the period. */
  since: isoInstant,
  /** Time between two points, seconds; a longer one is a gap without a course. */
  step: v.number(),
  /** The last stored course of each step; none for steps when the pair was closed or nothing was stored. */
  points: v.array(CoursePoint),
  /** Lowest stored course of the period; null without one. */
  min: v.nullable(decimalFromServer),
  /** Highest stored course of the period; null without one. */
  max: v.nullable(decimalFromServer),
});
export type CourseHistory = v.InferOutput<typeof CourseHistory>;

/** Query of a course's history. */
export type HistorySelection = {
  /** Code or alias of the currency sent, in any case. */
  from: string;
  /** Code or alias of the currency received, in any case. */
  to: string;
  /** The period, up to now. */
  period: HistoryPeriod;
};

/**
 * Get the course of a pair over 24 hours, 7 days or 30 days.
 *
 * @returns The stored courses, the oldest first.
 * @throws 400 `option_unknown` on the field `period`.
 * @throws 404 `currency_unknown` or `pair_unknown`.
 */
export const getCourseHistoryCall: Call<CourseHistory> = {
  method: 'GET',
  path: '/api/v1/calculator/history/',
  response: CourseHistory,
};
