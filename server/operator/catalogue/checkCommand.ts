import {
  createSuccess,
  formatColumns,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { calculateTerms } from '../../rates/pricing.ts';
import { joinNames, listCappedCourses } from './capCheck.ts';
import { formatPair } from './currencyPair.ts';

/** Reports the courses that `margin_min` lowers, and invalid rows. */
export const checkCommand: OperatorCommand = {
  usage: ['check'],
  summary: 'list the combinations of discounts that margin_min caps, and the invalid rows of the catalogue',
  help: [
    'No course exceeds the market course less margin_min, whatever discounts it contains.',
    'KEEPS  what the exchange would keep of the market course without the cap',
    'GIVEN  the discount that clients get and see',
    '',
    'A row without a tier or a promocode is capped for everybody: raise the margin, or lower margin_min.',
  ],
  examples: ['check'],
  options: [],
  argumentRange: [0, 0],
  async run(context) {
    const snapshot = context.catalogue.getSnapshot();
    const { margin_min } = snapshot.settings;
    const rows = listCappedCourses(snapshot, context.now()).map(capped => [
      joinNames(capped.pairs.map(formatPair)),
      `${capped.margin} %`,
      capped.isVerified ? 'verified' : 'any',
      `${capped.discount} %`,
      capped.grant ?? 'the pair',
      `${capped.kept} %`,
      `${capped.given} %`,
    ]);
    const invalid = [...snapshot.invalidSettings.map(name => `settings ${name}`), ...snapshot.invalidRows];
    return createSuccess(
      [
        ...(rows.length === 0
          ? [`margin_min (${margin_min} %) caps no combination of discounts.`]
          : [
              `margin_min (${margin_min} %) caps:`,
              formatColumns([['PAIR', 'MARGIN', 'CARD', 'DISCOUNT', 'OF', 'KEEPS', 'GIVEN'], ...rows]),
            ]),
        ...listCappedFrozen(context),
        ...invalid.map(row => `Invalid row: ${row}.`),
      ].join('\n'),
    );
  },
};

/** Says which courses that the operator froze are above the cap now. */
function listCappedFrozen(context: OperatorContext): string[] {
  return [...context.catalogue.getSnapshot().pairs.values()].flatMap(({ from_id, to_id, frozen_course }) => {
    const terms = frozen_course === null ? null : calculateTerms(context, Number(from_id), Number(to_id));
    if (!terms?.ok || terms.courses.default.uncappedCourse === null) return [];
    return [
      `${formatPair(terms)} is frozen at ${frozen_course}: clients get ${terms.courses.default.course}.`,
    ];
  });
}
