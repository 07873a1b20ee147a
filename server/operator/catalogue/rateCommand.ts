import { parseCourse } from '#core/exchange/course.ts';
import { courseToDecimal } from '#core/exchange/courseDecimal.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatCourseLine } from '#core/exchange/formatMoney.ts';
import { isPositiveCourse } from '#server/exchange/catalogue/rowValidation.ts';
import { capCourse } from '#server/exchange/courses/courseCap.ts';
import { differsByMoreThan, isGreaterFraction } from '#server/exchange/courses/prices/fraction.ts';
import { calculateTerms } from '#server/exchange/courses/pricing.ts';
import { anyText, defineChange, flag, optional, refuse } from '../defineCommand.ts';
import { changeRow, createDoubt, createField, type StaffTable } from '../editableTable.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { createValueProblem, NO_VALUE, parseOptional } from '../parseValue.ts';
import {
  formatPair,
  pairRows,
  parsePair,
  type CurrencyPair,
  type PairRowWithCurrencies,
} from './currencyPair.ts';

/** Maximum deviation from the market course without --force: margins are lower, typing errors usually higher. */
const MAX_DEVIATION = { numerator: 5n, denominator: 100n };

/** The frozen courses of pairs. */
export const courseTable: StaffTable<CurrencyPair, PairRowWithCurrencies> = {
  ...pairRows,
  fields: {
    course: createField(
      'frozen_course',
      text => parseOptional(text, parseFrozenCourse),
      course => course ?? NO_VALUE,
    ),
  },
  findDoubt({ key, after: { frozen_course: course }, context }) {
    if (course === null) return null;
    const comparison = compareWithMarket(context, key, course);
    if (comparison === null)
      return createDoubt(`${formatPair(key)} has no market course to compare with.`, 'market_missing');
    const { market, cap, format } = comparison;
    if (differsByMoreThan(parseCourse(course), parseCourse(market), MAX_DEVIATION)) {
      const text = `${course} differs by more than 5 % from the market course ${market}.`;
      return createDoubt(text, 'course_far', { course: market, shown: format(market) });
    }
    return cap && createDoubt(cap.note, 'course_above_cap', { shown: format(cap.course) });
  },
  describe({ key, after: { frozen_course: course }, context }) {
    const name = formatPair(key);
    const cap = course === null ? null : compareWithMarket(context, key, course)?.cap;
    const state = course === null ? 'no longer frozen' : `frozen at ${course}`;
    const text = [`${name} is ${state}.`, cap?.note].filter(Boolean).join(' ');
    return { command: 'rate', text, detail: { course } };
  },
};

/** Freezes the course of a pair, or unfreezes it. */
export const rateCommands = [
  {
    name: 'rate',
    summary: 'freeze the course of a pair at its current or a given value, or unfreeze it',
    help: {
      '<pair>': 'two codes or aliases separated by a dash, in any case: USDTTRC20-SBERRUB',
      '[course]':
        'units received for 1 unit sent, all fees included, with at most 10 significant digits; default: the course that visitors see now',
      '--force':
        'freeze a course that margin_min caps, differs from the market by more than 5 % or has no market',
    },
    notes:
      'A frozen course never exceeds the market course less margin_min, also when the market moves. Discounts and promocodes do not change a frozen course. Claims that may be paid keep their course.',
    examples: ['rate freeze USDTTRC20-SBERRUB 80.5', 'rate unfreeze USDTTRC20-SBERRUB'],
  },
  defineChange(
    'rate freeze <pair> [course] [--force]',
    { pair: parsePair, course: optional(anyText), force: flag },
    (context, { pair, course, force }) => {
      const terms = calculateTerms(context, pair.from.id, pair.to.id);
      const present = terms.ok ? terms.courses.default.course : null;
      const value =
        course ??
        present ??
        refuse(`${formatPair(pair)} has no current course. Specify the course to freeze.`);
      // The present course needs no comparison.
      const change = { key: pair, field: 'course', value, force: force || course === undefined };
      return changeRow(context, courseTable, change);
    },
  ),
  defineChange('rate unfreeze <pair>', { pair: parsePair }, (context, { pair }) =>
    changeRow(context, courseTable, { key: pair, field: 'course', value: NO_VALUE, force: false }),
  ),
];

/** Compares a frozen course with the market: its market course, and the course of clients if the cap lowers it. */
function compareWithMarket(context: OperatorContext, { from, to }: CurrencyPair, course: string) {
  const terms = calculateTerms(context, from.id, to.id);
  if (!terms.ok) return null;
  const market = terms.sourceCourse;
  const marginMin = context.catalogue.getSetting('margin_min');
  const capped = capCourse(parseCourse(course), market, marginMin);
  const note = `${course} is above ${capped.course}, the market course ${market} less margin_min (${marginMin} %): clients would get ${capped.course}.`;
  const { base } = toDisplayedCourse(terms.courses.default.course, from.ticker, to.ticker);
  // In the direction of the present course, in which staff types.
  const format = (other: string) => formatCourseLine(toDisplayedCourse(other, from.ticker, to.ticker, base));
  return { market, format, cap: capped.uncappedCourse === null ? null : { course: capped.course, note } };
}

/** Normalizes the text of a course. Refuses a value that is not a positive number, or has too many digits. */
function parseFrozenCourse(text: string): string {
  if (isPositiveCourse(text)) {
    const rounded = courseToDecimal(parseCourse(text));
    if (!isGreaterFraction(parseCourse(text), parseCourse(rounded))) return rounded;
  }
  return refuse(
    `“${text}” is not a course. A course is a positive number with at most 10 significant digits.`,
    createValueProblem('course_format'),
  );
}
