import { isNonZero } from '#core/exchange/amount.ts';
import { courseToDecimal, parseCourse } from '#core/exchange/course.ts';
import { capCourse } from '#server/exchange/courses/courseCap.ts';
import { differsByMoreThan, isGreaterFraction } from '#server/exchange/courses/prices/fraction.ts';
import { calculateTerms } from '#server/exchange/courses/pricing.ts';
import { defineChange, flag, optional, refuse } from '../defineCommand.ts';
import { formatPair, parsePair, savePair } from './currencyPair.ts';

/** Maximum deviation from the market course without --force: margins are lower, typing errors usually higher. */
const MAX_DEVIATION = { numerator: 5n, denominator: 100n };

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
    { pair: parsePair, course: optional(parseFrozenCourse), force: flag },
    async (context, { pair, course: given, force }) => {
      const name = formatPair(pair);
      const terms = calculateTerms(context, pair.from.id, pair.to.id);
      const course = given ?? (terms.ok ? terms.courses.default.course : null);
      if (course === null) refuse(`${name} has no current course. Specify the course to freeze.`);
      const market = terms.ok ? terms.sourceCourse : null;
      const marginMin = context.catalogue.getSetting('margin_min');
      const capped = market === null ? null : capCourse(parseCourse(course), market, marginMin);
      const capNote = capped?.uncappedCourse
        ? `${course} is above ${capped.course}, the market course ${market} less margin_min (${marginMin} %): clients would get ${capped.course}.`
        : null;
      if (given !== undefined && !force) {
        if (market === null)
          refuse(`${name} has no market course to compare with. Add --force to freeze it.`);
        const doubt = differsByMoreThan(parseCourse(given), parseCourse(market), MAX_DEVIATION)
          ? `${given} differs by more than 5 % from the market course ${market}.`
          : capNote;
        if (doubt !== null) refuse(`${doubt} Nothing was changed. Add --force to freeze it.`);
      }
      await savePair(context, pair, { frozen_course: course });
      const text = [`${name} is frozen at ${course}.`, capNote].filter(Boolean).join(' ');
      return { command: 'rate', text, target: name, detail: { course } };
    },
  ),
  defineChange('rate unfreeze <pair>', { pair: parsePair }, async (context, { pair }) => {
    const target = formatPair(pair);
    await savePair(context, pair, { frozen_course: null });
    const text = `${target} is no longer frozen.`;
    return { command: 'rate', text, target, detail: { course: null } };
  }),
];

/** Normalizes the text of a course. Refuses a value that is not a positive number, or has too many digits. */
function parseFrozenCourse(text: string): string {
  if (/^\d{1,12}(\.\d{1,12})?$/.test(text) && isNonZero(text)) {
    const rounded = courseToDecimal(parseCourse(text));
    if (!isGreaterFraction(parseCourse(text), parseCourse(rounded))) return rounded;
  }
  return refuse(
    `“${text}” is not a course. A course is a positive number with at most 10 significant digits.`,
  );
}
