import type { CourseChanged } from '#core/contract/claim.ts';
import { showUnits, toText, type Units } from '#core/exchange/amount.ts';
import * as course from '#core/exchange/course.ts';
import { message, type MessageData } from '#core/messages.ts';
import { pairKey, type Currency, type Snapshot } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import type { Terms } from '../rates/pricing.ts';
import * as quotes from '../rates/quote.ts';
import { exact, follows, type Sums } from './amounts.ts';
import type { Body } from './body.ts';
import { fields, problem, type Faults, type Refusal } from './refusal.ts';

/** What a claim's course is made of, decimal text; percents of margin and discount. */
export interface Price {
  course: string;
  sourceCourse: string;
  margin: string;
  discount: string;
}

type Asked = Pick<Body, 'fromSumma' | 'toSumma' | 'quote'>;

/**
 * The course that these sums were made with, if it still holds: of the live quote, the present one, or one told in the
 * last minute. Refused when a sum is outside the limits at that course (400), or no course fits (409 `course_changed`).
 */
export function settle(
  context: Context,
  snapshot: Snapshot,
  terms: Terms,
  asked: Asked,
  verification: boolean,
): { ok: true; sums: Sums; price: Price } | Refusal {
  const { decimals } = terms;
  const from = exact(asked.fromSumma, decimals.from);
  const to = exact(asked.toSumma, decimals.to);
  const faults: Faults = {};
  if (from === null) faults.fromSumma = { code: 'number_format' };
  if (to === null) faults.toSumma = { code: 'number_format' };
  if (from === null || to === null) return fields(faults);
  const sums = { from, to };
  const fits = ({ course }: Price) => follows(sums, course, decimals);
  const quote = quoted(context, terms, asked.quote, verification);
  const present = presentPrice(terms, verification);
  const told = quotes.recentCourses(context, terms, verification).map(course => ({ ...present, course }));
  const price = [...(quote?.live ? [quote.price] : []), present, ...told].find(fits);
  // A sum that its old course allowed is no mistake of the person's: then the course has changed.
  const shown = price ?? (quote && fits(quote.price) ? quote.price : present);
  const refusal = beyond(snapshot, terms, from, shown.course, verification);
  if (refusal) return refusal;
  return price ? { ok: true, sums, price } : changed(context, snapshot, terms, from, verification);
}

/** What a quote of ours promised for these terms, and whether it still holds; null when it is of something else. */
function quoted(
  context: Context,
  terms: Terms,
  quote: string | null,
  verification: boolean,
): { price: Price; live: boolean } | null {
  const read = quote === null ? null : quotes.read(context, quote);
  const course = verification ? read?.verificationCourse : read?.course;
  if (!read || !course) return null;
  if (read.fromId !== terms.from.id || read.toId !== terms.to.id || read.promocode !== terms.promocode)
    return null;
  const { sourceCourse, margin, discount, expiresAt } = read;
  return { price: { course, sourceCourse, margin, discount }, live: expiresAt > context.now() };
}

function presentPrice(terms: Terms, verification: boolean): Price {
  const { courseText, verificationCourseText, sourceCourse, margin, discount } = terms;
  const course = (verification ? verificationCourseText : null) ?? courseText;
  return { course, sourceCourse, margin, discount };
}

/** The limits of the course type at a course that may be a minute old; `received`: the most to receive, units. */
function limitsAt(
  snapshot: Snapshot,
  { from, to, decimals }: Terms,
  received: Units | null,
  courseText: string,
  verification: boolean,
): course.Limits {
  const min = verification ? 'minVerification' : 'min';
  const max = least(from.max, snapshot.pairs.get(pairKey(from.id, to.id))?.max ?? null);
  return course.limits(
    { min: from[min], max },
    { min: to[min], max: received },
    course.parse(courseText),
    decimals,
  );
}

function beyond(
  snapshot: Snapshot,
  terms: Terms,
  sent: Units,
  courseText: string,
  verification: boolean,
): Refusal | null {
  const { from, to, bounds } = terms;
  const at = (received: Units | null) => limitsAt(snapshot, terms, received, courseText, verification).from;
  const { min, max } = at(bounds.to.max);
  if (sent < min) return outside('amount_min', { min: readable(min, from) }, toText(min, from.decimals));
  if (max === null || sent <= max) return null;
  const whole = at(least(to.max, course.reserveMax(snapshot.reserves.get(to.id)?.amount ?? 0n, 0n))).max;
  // Only other people's open claims are in the way.
  if (bounds.to.max !== null && whole !== null && sent <= whole)
    return problem(409, 'reserve_short', {
      limit: toText(bounds.to.max, to.decimals),
      data: { max: readable(bounds.to.max, to), side: 'to' },
    });
  return outside('amount_max', { max: readable(max, from) }, toText(max, from.decimals));
}

function outside(code: 'amount_min' | 'amount_max', data: MessageData, limit: string): Refusal {
  return fields({ fromSumma: { code, ...data } }, limit);
}

function readable(units: Units, { decimals, ticker }: Currency): string {
  return `${showUnits(units, decimals)}\u00a0${ticker}`;
}

function least(a: Units | null, b: Units | null): Units | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** 409 with the course that holds now, as a fresh quote, and what the same send sum gives at it, within its limits. */
function changed(
  context: Context,
  snapshot: Snapshot,
  terms: Terms,
  sent: Units,
  verification: boolean,
): Refusal {
  const { course: courseText } = presentPrice(terms, verification);
  const limits = limitsAt(snapshot, terms, terms.bounds.to.max, courseText, verification);
  const sums = course.derive('from', sent, course.parse(courseText), terms.decimals, limits);
  const { quote, expiresAt } = quotes.issue(context, terms);
  const body: CourseChanged = {
    code: 'course_changed',
    detail: message('course_changed'),
    course: courseText,
    fromSumma: toText(sums.from, terms.decimals.from),
    toSumma: toText(sums.to, terms.decimals.to),
    quote,
    expiresAt: new Date(expiresAt).toISOString(),
  };
  return { ok: false, status: 409, body };
}
