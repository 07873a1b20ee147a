import type { Course, Pair, Side } from '#core/contract/calculator.ts';
import { toText } from '#core/exchange/amount.ts';
import type { SideName } from '#core/exchange/course.ts';
import { fields } from '../catalogue/fields.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { Context } from '../context.ts';
import { closedBy, type Terms, type Unpriced } from './pricing.ts';
import * as quotes from './quote.ts';

/** What the wire says where there is no course: the pair is closed then. */
const NO_COURSE = '0';

/** All that the form needs of a pair. An open pair comes with a quote. */
export function pair(context: Context, found: Terms | Unpriced): Pair {
  return { ...unquoted(context, found), ...promise(context, found) };
}

/** The same without a promise: for whoever only tells others. */
export function unquoted(context: Context, found: Terms | Unpriced): Pair {
  return {
    ...priced(context, found),
    structure: { from: side(context, found, 'from'), to: side(context, found, 'to') },
  };
}

/** The fresh course and the limits that follow from it. */
export function course(context: Context, found: Terms | Unpriced): Course {
  const told = { ...priced(context, found), ...promise(context, found) };
  return found.ok ? { ...told, from: limits(found, 'from'), to: limits(found, 'to') } : told;
}

function priced(context: Context, found: Terms | Unpriced) {
  const now = new Date(context.now()).toISOString();
  const none = { verificationCourse: null, bonus: null, quote: null, expiresAt: null, now };
  if (!found.ok) return { ...none, course: NO_COURSE, closed: closedBy(found.code) };
  const { courseText, verificationCourseText, bonus, closed } = found;
  return { ...none, course: courseText, verificationCourse: verificationCourseText, bonus, closed };
}

/** The quote of an open pair, nothing of a closed one. */
function promise(context: Context, found: Terms | Unpriced) {
  if (!found.ok || found.closed) return {};
  const { quote, expiresAt } = quotes.issue(context, found);
  return { quote, expiresAt: new Date(expiresAt).toISOString() };
}

function limits(found: Terms, name: SideName) {
  const { decimals } = found[name];
  const { min, minVerification, max } = found.bounds[name];
  return {
    min: toText(min, decimals),
    minVerification: toText(minVerification, decimals),
    max: max === null ? null : toText(max, decimals),
    reserve: name === 'to' ? toText(found.reserve, decimals) : null,
  };
}

/** Without a price only the side's own minimum is known. */
function ownLimits({ min, minVerification, decimals }: Currency) {
  return {
    min: toText(min, decimals),
    minVerification: toText(minVerification, decimals),
    max: null,
    reserve: null,
  };
}

function side(context: Context, found: Terms | Unpriced, name: SideName): Side {
  const one = found[name];
  return {
    input: fields(one, name, 'default'),
    inputVerify: fields(one, name, 'verification'),
    currency: one.ticker,
    network: one.network,
    savedRequisites: null,
    congestion: one.congestion,
    ...(found.ok ? limits(found, name) : ownLimits(one)),
    roundCalculator: one.decimals,
    notify: one.notify,
  };
}
