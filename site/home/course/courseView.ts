import type { CourseHistory, HistoryPeriod } from '#core/contract/course/courseHistory.ts';
import {
  countFractionDigits,
  decimalToUnits,
  divideRounded,
  formatUnits,
  isNonZero,
  parseAmount,
} from '#core/exchange/amount.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';

const DAY_MS = 86_400_000;

/** Length of each period, milliseconds. */
const PERIOD_MS: Readonly<Record<HistoryPeriod, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
};

/** A stored course as it is displayed. `x`, `y`: 0 to 1, from the left and from the top, for drawing only. */
export interface ViewPoint {
  at: number;
  /** With its unit. */
  price: string;
  x: number;
  y: number;
}

/** A history with a course, prepared for the section. Prices are those of 1 `base`, with their unit. */
export interface CourseView {
  /** «1 USDT». */
  base: string;
  /** Ticker of the unit of all prices. */
  quote: string;
  /** The currency that the prices are of. */
  priceOf: 'from' | 'to';
  /** The course now, else the last one. */
  price: string;
  isClosed: boolean;
  /** The difference to the first course, and in percent; null without an earlier one. */
  change: { price: string; percent: string } | null;
  lowest: string;
  highest: string;
  points: readonly ViewPoint[];
  /** Runs of points without a gap in the history between them. */
  lines: readonly (readonly ViewPoint[])[];
  /** Time of the first stored course, if it is later than the start of the period; else null. */
  startedAt: number | null;
}

/** Prepares a history for display; null if it has no course. Prices are rounded as those of the form are. */
export function createCourseView(history: CourseHistory, period: HistoryPeriod): CourseView | null {
  const { currencyFrom, currencyTo, min, max } = history;
  const known = history.points.filter(({ course }) => isNonZero(course));
  const latest = history.course ?? known.at(-1)?.course;
  if (latest === undefined || min === null || max === null) return null;
  const { base, quote } = toDisplayedCourse(latest, currencyFrom, currencyTo);
  // All have the direction of the latest one.
  const isInverted = base !== currencyFrom;
  const format = (course: string) => toDisplayedCourse(course, currencyFrom, currencyTo, base).price;
  const toHeight = createScale([min, max, latest].map(course => toNumber(course, isInverted)));
  const since = Date.parse(history.since);
  const points = known.map(({ at, course }) => ({
    at: Date.parse(at),
    price: appendUnit(format(course), quote),
    x: Math.min(1, Math.max(0, (Date.parse(at) - since) / PERIOD_MS[period])),
    y: toHeight(toNumber(course, isInverted)),
  }));
  const stepMs = history.step * 1_000;
  const [first] = known;
  const startedAt = points[0] && points[0].at - since > 2 * stepMs ? points[0].at : null;
  const extremes = [min, max].map(course => appendUnit(format(course), quote));
  const [lowest = '', highest = ''] = isInverted ? extremes.toReversed() : extremes;
  return {
    base: appendUnit('1', base),
    quote,
    priceOf: isInverted ? 'to' : 'from',
    price: appendUnit(format(latest), quote),
    isClosed: history.course === null,
    change: first ? createChange(format(first.course), format(latest), quote) : null,
    lowest,
    highest,
    points,
    lines: splitAtGaps(points, stepMs),
    startedAt,
  };
}

/** For drawing only. */
const toNumber = (course: string, isInverted: boolean) => (isInverted ? 1 / Number(course) : Number(course));

/** Returns the function from a value to its distance from the top, 0 to 1. A constant course is in the middle. */
function createScale(values: readonly number[]): (value: number) => number {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return value => (highest > lowest ? (highest - value) / (highest - lowest) : 0.5);
}

/** The exact difference of two displayed prices. */
function createChange(earlier: string, later: string, quote: string): NonNullable<CourseView['change']> {
  const [from, to] = [toDecimal(earlier), toDecimal(later)];
  const decimals = Math.max(...[from, to].map(countFractionDigits));
  const [before, after] = [decimalToUnits(from, decimals), decimalToUnits(to, decimals)];
  const difference = after > before ? after - before : before - after;
  const sign = after > before ? '+' : after < before ? '−' : '';
  const percent = before === 0n ? 0n : divideRounded(difference * 20_000n + before, before * 2n, 'down');
  return {
    price: sign + appendUnit(formatUnits(difference, decimals), quote),
    percent: `${sign}${formatUnits(percent, 2)} %`,
  };
}

/** The decimal text of a displayed price. */
function toDecimal(price: string): string {
  const parsed = parseAmount(price);
  return parsed.ok ? parsed.text : '0';
}

/** Splits the points where more than a step and a half is between two. */
function splitAtGaps(points: readonly ViewPoint[], stepMs: number): ViewPoint[][] {
  const lines: ViewPoint[][] = [];
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (previous && point.at - previous.at <= 1.5 * stepMs) lines.at(-1)?.push(point);
    else lines.push([point]);
  }
  return lines;
}
