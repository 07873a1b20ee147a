import { parseDayRange, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { isValidPromocodeRow } from '#server/exchange/catalogue/rowValidation.ts';
import { isGreaterFraction, parsePercent } from '#server/exchange/courses/prices/fraction.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, defineChange, anyText, flag, optional, refuse } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import { parseSwitch } from '../parseValue.ts';
import { createPromocodeGrant, describeGrantCaps, requireGiven } from './capCheck.ts';

const parseCode = (text: string) => text.toUpperCase();

/** List the promocodes, add one, and switch one on or off. */
export const promocodeCommands = [
  {
    name: 'promocodes',
    summary: 'list the promocodes with their share of the margin and their uses',
    notes: 'USES counts claims that ended with an exchange or are open: the others give their use back.',
  },
  defineCall('promocodes', {}, async ({ db }) => {
    const rows = await selectRows(db, 'promocodes').orderBy('code').execute();
    return formatTable(rows, 'No promocodes.', {
      CODE: ({ code }) => code,
      STATE: ({ active }) => (active === 1n ? 'on' : 'off'),
      'OF THE MARGIN': ({ percent }) => `${percent} %`,
      USABLE: ({ single_use }) => (single_use === 1n ? 'once' : 'any number'),
      UNTIL: ({ valid_until: end }) => (end === null ? '–' : toExchangeDay(Number(end) - 1)),
      USES: ({ used }) => String(used),
    });
  }),
  {
    name: 'promocode',
    summary: 'add a promocode, or switch one on or off',
    help: {
      '<code>': '3 to 32 Latin letters, digits or hyphens; case does not matter',
      '<percent>':
        'the share of the margin that the client gets back, from 1 to 100; at most 1 % of the course',
      '--single-use': 'for one claim',
      '--until': 'the last day, by Moscow time',
    },
    notes: 'Claims that exist keep their discount.',
    examples: ['promocode add SPRING 50 --until 2036-05-31', 'promocode SPRING off'],
  },
  defineChange(
    'promocode add <code> <percent> [--single-use] [--until <day>]',
    { code: parseCode, percent: anyText, 'single-use': flag, until: optional(anyText) },
    async ({ db, catalogue, now }, { code, percent, 'single-use': isSingleUse, until }) => {
      if (!/^[A-Z\d-]{3,32}$/.test(code))
        refuse(`“${code}” is not 3 to 32 Latin letters, digits or hyphens.`);
      const day = until === undefined ? null : parseDayRange(until);
      if (until !== undefined && (!day || day.end <= now()))
        refuse(`“${until}” is not a day from today on, such as 2036-05-31.`);
      const valid_until = day && BigInt(day.end);
      const row = { code, percent, used: 0n, active: 1n, single_use: isSingleUse ? 1n : 0n, valid_until };
      if (!isValidPromocodeRow(row) || isGreaterFraction(parsePercent('1'), parsePercent(percent)))
        refuse(`“${percent}” is not percent from 1 to 100.`);
      const snapshot = catalogue.getSnapshot();
      const grant = createPromocodeGrant(percent, code);
      requireGiven(snapshot, grant, `${percent} % of its margin`);
      if (await selectRows(db, 'promocodes', { code }).executeTakeFirst())
        refuse(`There is a promocode ${code} already. Switch it on or off.`);
      await db.insertInto('promocodes').values(row).execute();
      const times = isSingleUse ? 'once' : 'any number of times';
      const text = `Promocode ${code} returns ${percent} % of the margin, ${times}${day ? `, until ${until}` : ''}.`;
      return {
        text: [text, ...describeGrantCaps(snapshot, grant)].join('\n'),
        target: code,
        detail: { percent, singleUse: String(isSingleUse), ...(until !== undefined && { until }) },
      };
    },
  ),
  defineChange(
    'promocode <code> on|off',
    { code: parseCode, action: parseSwitch },
    async ({ db, catalogue }, { code, action: state }) => {
      const changed = await db
        .updateTable('promocodes')
        .set({ active: state === 'on' ? 1n : 0n })
        .where('code', '=', code)
        .returning('percent')
        .executeTakeFirst();
      if (!changed) refuse(`There is no promocode ${code}. List them: promocodes.`);
      const grant = createPromocodeGrant(changed.percent, code);
      const caps = state === 'on' ? describeGrantCaps(catalogue.getSnapshot(), grant) : [];
      const text = [`Promocode ${code} is ${state}.`, ...caps].join('\n');
      return { text, target: code, detail: { set: state } };
    },
  ),
];
