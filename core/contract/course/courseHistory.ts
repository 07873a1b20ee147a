import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import { decimalFromServer } from '../decimal.ts';

/** Periods of a course's history. */
export const HISTORY_PERIODS = ['24h', '7d', '30d'] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

/** ext: a course that the exchange had at a time: units received for 1 unit sent. */
export const CoursePoint = v.object({ at: isoInstant, course: decimalFromServer });
export type CoursePoint = v.InferOutput<typeof CoursePoint>;

/** ext: GET calculator/history/ : the course of a pair over a period. */
export const CourseHistory = v.object({
  from: v.string(),
  to: v.string(),
  currencyFrom: v.string(),
  currencyTo: v.string(),
  course: v.nullable(decimalFromServer),
  since: isoInstant,
  step: v.number(),
  points: v.array(CoursePoint),
  min: v.nullable(decimalFromServer),
  max: v.nullable(decimalFromServer),
});
export type CourseHistory = v.InferOutput<typeof CourseHistory>;
