import type { NewPromocode, OperatorPromocode } from '#core/contract/operator/terms/discounts.ts';
import { parseDayRange, toExchangeDay } from '#core/exchange/exchangeDay.ts';
import { isValidPromocodeRow } from '#server/exchange/catalogue/rowValidation.ts';
import { isGreaterFraction, parsePercent } from '#server/exchange/courses/prices/fraction.ts';
import type { PromocodeRow } from '#server/platform/database/catalogueRows.ts';
import { createFieldProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import { selectRows } from '../selectRows.ts';
import {
  anyText,
  defineCall,
  defineChange,
  flag,
  optional,
  refuse,
  type Change,
  type ChangeContext,
} from '../defineCommand.ts';
import { activeField, defineSetCall, type StaffTable } from '../editableTable.ts';
import { formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { createCapCounter, createPromocodeGrant, describeGrantCaps, requireGiven } from './capCheck.ts';

const parseCode = (text: string) => text.toUpperCase();

/** Whether promocodes are on. */
export const promocodeTable: StaffTable<string, PromocodeRow> = {
  parseKey: parseCode,
  formatKey: code => code,
  fields: { active: activeField },
  find: async ({ db }, code) =>
    (await selectRows(db, 'promocodes', { code }).executeTakeFirst()) ??
    refuse(`There is no promocode ${code}. List them: promocodes.`, notFoundProblem),
  save: ({ key, context: { db } }, change) =>
    db.updateTable('promocodes').set(change).where('code', '=', key).execute(),
  describe({ key, after, context: { catalogue } }) {
    const state = activeField.format(after);
    const grant = createPromocodeGrant(after.percent, key);
    const caps = state === 'on' ? describeGrantCaps(catalogue.getSnapshot(), grant) : [];
    return { text: [`Promocode ${key} is ${state}.`, ...caps].join('\n'), detail: { set: state } };
  },
};

const refuseField = (text: string, field: keyof NewPromocode, code: string) =>
  refuse(text, createFieldProblem({ [field]: { code } }));

/** Adds a promocode. Refusals of the API: 400 with the field. */
export async function addPromocode(
  { db, catalogue, now }: ChangeContext,
  { percent, isSingleUse, until, ...given }: NewPromocode,
): Promise<Change> {
  const code = parseCode(given.code);
  if (!/^[A-Z\d-]{3,32}$/.test(code))
    refuseField(`“${code}” is not 3 to 32 Latin letters, digits or hyphens.`, 'code', 'promocode_format');
  const day = until === null ? null : parseDayRange(until);
  if (until !== null && (!day || day.end <= now()))
    refuseField(`“${until}” is not a day from today on, such as 2036-05-31.`, 'until', 'day_past');
  const valid_until = day && BigInt(day.end);
  const row = { code, percent, used: 0n, active: 1n, single_use: isSingleUse ? 1n : 0n, valid_until };
  if (!isValidPromocodeRow(row) || isGreaterFraction(parsePercent('1'), parsePercent(percent)))
    refuseField(`“${percent}” is not percent from 1 to 100.`, 'percent', 'promocode_percent');
  const snapshot = catalogue.getSnapshot();
  const grant = createPromocodeGrant(percent, code);
  requireGiven(snapshot, grant, { offer: `${percent} % of its margin`, field: 'percent' });
  if (await selectRows(db, 'promocodes', { code }).executeTakeFirst())
    refuseField(`There is a promocode ${code} already. Switch it on or off.`, 'code', 'promocode_exists');
  await db.insertInto('promocodes').values(row).execute();
  const times = isSingleUse ? 'once' : 'any number of times';
  const text = `Promocode ${code} returns ${percent} % of the margin, ${times}${day ? `, until ${until}` : ''}.`;
  return {
    text: [text, ...describeGrantCaps(snapshot, grant)].join('\n'),
    target: code,
    detail: { percent, singleUse: String(isSingleUse), ...(until !== null && { until }) },
  };
}

/** Lists the promocodes by code, each with the number of pairs that do not give it in full. */
export async function listPromocodes({
  db,
  catalogue,
}: Pick<OperatorContext, 'db' | 'catalogue'>): Promise<OperatorPromocode[]> {
  const rows = await selectRows(db, 'promocodes').orderBy('code').execute();
  const countCapped = createCapCounter(catalogue.getSnapshot());
  return rows.map(({ code, percent, active, single_use, valid_until, used }) => ({
    code,
    percent,
    isActive: active === 1n,
    isSingleUse: single_use === 1n,
    until: valid_until === null ? null : toExchangeDay(Number(valid_until) - 1),
    used: Number(used),
    capped: countCapped(createPromocodeGrant(percent, code)),
  }));
}

/** List the promocodes, add one, and switch one on or off. */
export const promocodeCommands = [
  {
    name: 'promocodes',
    summary: 'list the promocodes with their share of the margin and their uses',
    notes: 'USES counts claims that ended with an exchange or are open: the others give their use back.',
  },
  defineCall('promocodes', {}, async context =>
    formatTable(await listPromocodes(context), 'No promocodes.', {
      CODE: ({ code }) => code,
      STATE: ({ isActive }) => (isActive ? 'on' : 'off'),
      'OF THE MARGIN': ({ percent }) => `${percent} %`,
      USABLE: ({ isSingleUse }) => (isSingleUse ? 'once' : 'any number'),
      UNTIL: ({ until }) => until ?? '–',
      USES: ({ used }) => String(used),
    }),
  ),
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
    { code: anyText, percent: anyText, 'single-use': flag, until: optional(anyText) },
    (context, { code, percent, 'single-use': isSingleUse, until = null }) =>
      addPromocode(context, { code, percent, isSingleUse, until }),
  ),
  defineSetCall('promocode <code> on|off', promocodeTable, 'active'),
];
