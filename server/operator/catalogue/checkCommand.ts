import { calculateTerms } from '#server/exchange/courses/pricing.ts';
import { defineCall } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { joinNames, listCappedCourses } from './capCheck.ts';
import { formatPair } from './currencyPair.ts';

/** Reports the courses that `margin_min` lowers, and invalid rows. */
export const checkCommands = [
  {
    name: 'check',
    summary: 'list the combinations of discounts that margin_min caps, and the invalid rows of the catalogue',
    help: {
      KEEPS: 'what the exchange would keep of the market course without the cap',
      GIVEN: 'the discount that clients get and see',
    },
    notes:
      'No course exceeds the market course less margin_min, whatever discounts it contains.\n\nA row without a tier or a promocode is capped for everybody: raise the margin, or lower margin_min.',
  },
  defineCall('check', {}, async context => {
    const snapshot = context.catalogue.getSnapshot();
    const courses = listCappedCourses(snapshot, context.now());
    const invalid = [...snapshot.invalidSettings.map(name => `settings ${name}`), ...snapshot.invalidRows];
    const cap = `margin_min (${snapshot.settings.margin_min} %) caps`;
    const table = formatTable(courses, 'No courses.', {
      PAIR: ({ pairs }) => joinNames(pairs.map(formatPair)),
      MARGIN: ({ margin }) => `${margin} %`,
      CARD: ({ isVerified }) => (isVerified ? 'verified' : 'any'),
      DISCOUNT: ({ discount }) => `${discount} %`,
      OF: ({ grant }) => grant ?? 'the pair',
      KEEPS: ({ kept }) => `${kept} %`,
      GIVEN: ({ given }) => `${given} %`,
    });
    return [
      courses.length === 0 ? `${cap} no combination of discounts.` : `${cap}:\n${table}`,
      ...listCappedFrozen(context),
      ...invalid.map(row => `Invalid row: ${row}.`),
    ].join('\n');
  }),
];

/** Describes the frozen courses that are above the cap now. */
function listCappedFrozen(context: OperatorContext): string[] {
  return [...context.catalogue.getSnapshot().pairs.values()].flatMap(({ from_id, to_id, frozen_course }) => {
    const terms = frozen_course === null ? null : calculateTerms(context, Number(from_id), Number(to_id));
    if (!terms?.ok || terms.courses.default.uncappedCourse === null) return [];
    return [
      `${formatPair(terms)} is frozen at ${frozen_course}: clients get ${terms.courses.default.course}.`,
    ];
  });
}
