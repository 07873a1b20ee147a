import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { CityRow } from '#server/platform/database/catalogueRows.ts';
import { countRows } from '#server/platform/database/countRows.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, defineChange, optional, refuse, type ValueSource } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { NO_VALUE, parseOptional, parseSentence } from '../parseValue.ts';
import { createField, defineSetCall, describeFields, type EditableTable } from '../editableTable.ts';

/** The key of a city. */
interface CityKey {
  currency: Currency;
  code: string;
}

const parseHours = (text: string) => parseOptional(text, parseSentence);

const fields: EditableTable<CityKey, CityRow>['fields'] = {
  name: createField('name', text => parseSentence(text), String, ['<text>', 'the name that visitors see']),
  place: createField('place', text => parseSentence(text), String, [
    '<text>',
    'where to come; only an open claim shows it',
  ]),
  hours: createField('hours', parseHours, hours => hours ?? NO_VALUE, [
    '<text>|none',
    'when to come; none: as arranged in Telegram',
  ]),
};

const cityTable: EditableTable<CityKey, CityRow> = {
  parseKey: (code, source) => ({
    currency: parseCashCurrency(source.texts.currency ?? '', source),
    code: code.toUpperCase(),
  }),
  formatKey: ({ currency, code }) => `${currency.code} ${code}`,
  fields,
  find: async ({ db }, key) =>
    (await selectCity(db, key)) ?? refuse(`${key.currency.code} has no city ${key.code}. List them: cities.`),
  save: ({ after, context: { db } }, values) =>
    db
      .updateTable('cities')
      .set(values)
      .where('currency_id', '=', after.currency_id)
      .where('code', '=', after.code)
      .execute(),
};

const cityValues = { code: cityTable.parseKey };

/** List the cities where cash is handed over, and add, change or remove one. */
export const cityCommands = [
  { name: 'cities', summary: 'list the cities where cash is handed over, with place and hours' },
  defineCall('cities', {}, async ({ db }) => {
    const rows = await db
      .selectFrom('cities')
      .innerJoin('currencies', 'currencies.id', 'cities.currency_id')
      .selectAll('cities')
      .select('currencies.code as currency')
      .orderBy('currencies.position')
      .orderBy('cities.name')
      .execute();
    return formatTable(rows, 'No cities.', {
      CURRENCY: row => row.currency,
      CODE: row => row.code,
      NAME: row => row.name,
      PLACE: row => row.place,
      HOURS: row => row.hours ?? NO_VALUE,
    });
  }),
  {
    name: 'city',
    summary: 'change, add or remove a city where cash is handed over',
    help: {
      '<currency>': 'the code of a cash currency: CASHRUB',
      '<code>': 'the city’s code in links (`city=MSK`): 2 to 10 Latin letters or digits',
      ...describeFields(fields),
      '--place, --hours': 'those of a new city',
    },
    notes: 'Open claims show the changed place at once. A city with open claims cannot be removed.',
    examples: [
      'city CASHRUB MSK place "ул. Примерная, 1"',
      'city CASHRUB MSK hours "ежедневно с 10 до 20"',
      'city CASHRUB SOC add Сочи --place "ул. Морская, 2"',
    ],
  },
  defineSetCall('city <currency> <code> <field> <text>', cityTable),
  defineChange(
    'city <currency> <code> add <name> --place <text> [--hours <text>]',
    {
      ...cityValues,
      name: parseSentence,
      place: (text, { isMissing }) =>
        isMissing ? refuse('A new city needs --place: clients of open claims see it.') : parseSentence(text),
      hours: optional(parseHours),
    },
    async ({ db }, { code: key, name, place, hours = null }) => {
      const { currency, code } = key;
      if (!/^[A-Z\d]{2,10}$/.test(code)) refuse(`“${code}” is not 2 to 10 Latin letters or digits.`);
      if (await selectCity(db, key)) refuse(`${currency.code} has a city ${code} already.`);
      const row = { currency_id: BigInt(currency.id), code, name, place, hours };
      await db.insertInto('cities').values(row).execute();
      const text = `${currency.code} can be handed over in ${name} (${code}): ${place}.`;
      return { text, target: cityTable.formatKey(key), detail: { name, place } };
    },
  ),
  defineChange('city <currency> <code> remove', cityValues, async (context, { code: key }) => {
    const { db } = context;
    const { currency_id: id, code, name, place } = await cityTable.find(context, key);
    const claims = db.selectFrom('claims').where('city', '=', code).where('status', 'in', OPEN_STATUSES);
    const count = await countRows(claims.where(({ or }) => or({ from_id: id, to_id: id })));
    if (count > 0) refuse(`${count} open claims are handed over in ${name}. Wait until they end.`);
    await db.deleteFrom('cities').where('currency_id', '=', id).where('code', '=', code).execute();
    const text = `${name} (${code}) is removed from ${key.currency.code}.`;
    return { text, target: cityTable.formatKey(key), detail: { name, place } };
  }),
];

function parseCashCurrency(code: string, { context }: ValueSource): Currency {
  const currency = context.catalogue.findCurrencyByCode(code);
  return currency?.kind === 'cash' ? currency : refuse(`There is no cash currency ${code}.`);
}

const selectCity = (db: OperatorContext['db'], { currency, code }: CityKey) =>
  selectRows(db, 'cities', { currency_id: BigInt(currency.id), code }).executeTakeFirst();
