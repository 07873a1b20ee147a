import { courseToDecimal, parseCourse } from '#core/exchange/course.ts';
import { capCourse } from '../../rates/courseCap.ts';
import { differsByMoreThan } from '../../rates/fraction.ts';
import { calculateTerms } from '../../rates/pricing.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createSuccess,
  createFailure,
  formatUsage,
  type OperatorCommand,
  type OperatorContext,
  type CommandResult,
} from '../operatorCommand.ts';
import { describeUnknownPair, findPair, formatPair, type CurrencyPair } from './currencyPair.ts';
import { savePair } from './savePair.ts';

/** Deviation from the market course that needs no --force: margins are lower, typing errors usually higher. */
const MAX_DEVIATION = { numerator: 5n, denominator: 100n };

/** Freezes the course of a pair, or unfreezes it. */
export const rateCommand: OperatorCommand = {
  usage: ['rate freeze <pair> [course] [--force]', 'rate unfreeze <pair>'],
  summary: 'freeze the course of a pair at its current or a given value, or unfreeze it',
  help: [
    '<pair>    two codes or aliases separated by a dash, in any case: USDTTRC20-SBERRUB',
    '[course]  units received for 1 unit sent, all fees included, with at most 10 significant digits;',
    '          default: the course that visitors see now',
    '--force   freeze a course that margin_min caps, differs from the market by more than 5 % or has no market',
    '',
    'A frozen course never exceeds the market course less margin_min, also when the market moves.',
    'Discounts and promocodes do not change a frozen course. Claims that may be paid keep their course.',
  ],
  examples: ['rate freeze USDTTRC20-SBERRUB 80.5', 'rate unfreeze USDTTRC20-SBERRUB'],
  options: ['force'],
  argumentRange: [2, 3],
  async run(context, [action = '', pairName = '', courseText], { force = false }) {
    const pair = findPair(context.catalogue, pairName);
    if (!pair) return createFailure(describeUnknownPair(pairName));
    if (action === 'freeze') return freezeCourse(context, pair, courseText, force);
    if (action !== 'unfreeze' || courseText !== undefined || force)
      return createFailure(formatUsage(rateCommand));
    return saveFrozenCourse(context, pair, null);
  },
};

async function freezeCourse(
  context: OperatorContext,
  pair: CurrencyPair,
  text: string | undefined,
  isForced: boolean,
): Promise<CommandResult> {
  const parsed = text === undefined ? null : parseFrozenCourse(text);
  if (text !== undefined && parsed === null)
    return createFailure(
      `“${text}” is not a course. A course is a positive number with at most 10 significant digits.`,
    );
  const pairTerms = calculateTerms(context, pair.from.id, pair.to.id);
  const frozenCourse = parsed ?? (pairTerms.ok ? pairTerms.courses.default.course : null);
  if (frozenCourse === null)
    return createFailure(`${formatPair(pair)} has no current course. Specify the course to freeze.`);
  const marketCourse = pairTerms.ok ? pairTerms.sourceCourse : null;
  const marginMin = context.catalogue.getSetting('margin_min');
  const capped = marketCourse === null ? null : capCourse(parseCourse(frozenCourse), marketCourse, marginMin);
  const capNote = capped?.uncappedCourse
    ? `${frozenCourse} is above ${capped.course}, the market course ${marketCourse} less margin_min (${marginMin} %): clients would get ${capped.course}.`
    : null;
  if (parsed !== null && !isForced) {
    if (marketCourse === null)
      return createFailure(
        `${formatPair(pair)} has no market course to compare with. Add --force to freeze it.`,
      );
    if (differsByMoreThan(parseCourse(parsed), parseCourse(marketCourse), MAX_DEVIATION))
      return createFailure(
        `${parsed} differs by more than 5 % from the market course ${marketCourse}. Nothing was changed. Add --force to freeze it.`,
      );
    if (capNote !== null) return createFailure(`${capNote} Nothing was changed. Add --force to freeze it.`);
  }
  return saveFrozenCourse(context, pair, frozenCourse, capNote);
}

/** Normalizes the text of a course. Null if it is not a positive number, or has more digits than a course can have. */
function parseFrozenCourse(text: string): string | null {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text) || !/[1-9]/.test(text)) return null;
  const rounded = courseToDecimal(parseCourse(text));
  const [givenRate, roundedRate] = [parseCourse(text), parseCourse(rounded)];
  return givenRate.numerator * roundedRate.denominator === roundedRate.numerator * givenRate.denominator
    ? rounded
    : null;
}

function saveFrozenCourse(
  context: OperatorContext,
  pair: CurrencyPair,
  course: string | null,
  note: string | null = null,
): Promise<CommandResult> {
  const target = formatPair(pair);
  return changeWithAudit(context, async trx => {
    await savePair(trx, pair, { frozen_course: course });
    return {
      ...createSuccess(
        course === null
          ? `${target} is no longer frozen.`
          : [`${target} is frozen at ${course}.`, note].filter(Boolean).join(' '),
      ),
      entry: { command: 'rate', target, detail: { course } },
    };
  });
}
