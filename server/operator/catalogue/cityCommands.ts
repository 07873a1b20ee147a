import type { NewCity, OperatorCities } from '#core/contract/operator/cities.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '#server/exchange/claims/claimStatusSets.ts';
import type { CityRow } from '#server/platform/database/catalogueRows.ts';
import { selectRows } from '../selectRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { createProblem, notFoundProblem } from '#server/platform/http/problem.ts';
import {
  anyText,
  defineCall,
  defineChange,
  optional,
  refuse,
  type Change,
  type ChangeContext,
  type ValueParser,
  type ValueSource,
} from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { createValueProblem, NO_VALUE, parseOptional, parseSentence } from '../parseValue.ts';
import { createField, defineSetCall, describeFields, type StaffTable } from '../editableTable.ts';

/** The key of a city. */
interface CityKey {
  currency: Currency;
  code: string;
}

const parseHours = (text: string) => parseOptional(text, parseSentence);

const fields: StaffTable<CityKey, CityRow>['fields'] = {
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

/** Parses the codes of a cash currency and of a city with a dash between: CASHRUB-MSK. */
export function parseCityKey(text: string, { context }: Pick<ValueSource, 'context'>): CityKey {
  const [currencyCode = '', ...code] = text.split('-');
  const currency = context.catalogue.findCurrencyByCode(currencyCode);
  if (currency?.kind !== 'cash') return refuse(`There is no cash currency ${currencyCode}.`, notFoundProblem);
  return { currency, code: code.join('-').toUpperCase() };
}

/** The places and hours of the cities. */
export const cityTable: StaffTable<CityKey, CityRow> = {
  parseKey: parseCityKey,
  formatKey: ({ currency, code }) => `${currency.code} ${code}`,
  fields,
  find: async ({ db }, key) =>
    (await selectCity(db, key)) ??
    refuse(`${key.currency.code} has no city ${key.code}. List them: cities.`, notFoundProblem),
  save: ({ after, context: { db } }, values) =>
    db
      .updateTable('cities')
      .set(values)
      .where('currency_id', '=', after.currency_id)
      .where('code', '=', after.code)
      .execute(),
};

/** On the command line the codes are two words. */
const parseCityWords: ValueParser<CityKey> = (code, source) =>
  parseCityKey(`${source.texts.currency ?? ''}-${code}`, source);

/** Selects the cities by currency and name, with the number of open claims that are handed over there. */
const selectCities = (db: Db) =>
  db
    .selectFrom('cities')
    .innerJoin('currencies', 'currencies.id', 'cities.currency_id')
    .selectAll('cities')
    .select('currencies.code as currency')
    .select(({ selectFrom }) =>
      selectFrom('claims')
        .select(({ fn }) => fn.countAll<bigint>().as('claims'))
        .whereRef('claims.city', '=', 'cities.code')
        .where('status', 'in', OPEN_STATUSES)
        .where(({ or, eb, ref }) =>
          or([eb('from_id', '=', ref('cities.currency_id')), eb('to_id', '=', ref('cities.currency_id'))]),
        )
        .as('claims'),
    )
    .orderBy('currencies.position')
    .orderBy('cities.name');

/** Reads the cities for staff. */
export async function readCities({
  db,
  catalogue,
}: Pick<OperatorContext, 'db' | 'catalogue'>): Promise<OperatorCities> {
  const rows = await selectCities(db).execute();
  return {
    currencies: catalogue.currencies
      .filter(({ kind }) => kind === 'cash')
      .map(({ code, name }) => ({ code, name })),
    results: rows.map(({ currency, code, name, place, hours, claims }) => ({
      key: `${currency}-${code}`,
      name,
      place,
      hours,
      claims: Number(claims),
    })),
  };
}

/** Adds a city. */
export async function addCity(
  { db }: ChangeContext,
  key: CityKey,
  texts: Omit<NewCity, 'currency' | 'code'>,
): Promise<Change> {
  const { currency, code } = key;
  if (!/^[A-Z\d]{2,10}$/.test(code))
    refuse(`“${code}” is not 2 to 10 Latin letters or digits.`, createValueProblem('city_code', 'code'));
  if (await selectCity(db, key))
    refuse(`${currency.code} has a city ${code} already.`, createValueProblem('city_known', 'code'));
  const parseText = (name: 'name' | 'place' | 'hours', text: string) =>
    parseSentence(text, { action: 'add', name, isOption: name !== 'name' });
  const name = parseText('name', texts.name);
  const place = parseText('place', texts.place);
  const hours = parseOptional(texts.hours ?? NO_VALUE, text => parseText('hours', text));
  await db
    .insertInto('cities')
    .values({ currency_id: BigInt(currency.id), code, name, place, hours })
    .execute();
  const text = `${currency.code} can be handed over in ${name} (${code}): ${place}.`;
  return { text, target: cityTable.formatKey(key), detail: { name, place } };
}

/** Removes a city without open claims. */
export async function removeCity(context: ChangeContext, key: CityKey): Promise<Change> {
  const { db } = context;
  const { currency_id: id, code, name, place } = await cityTable.find(context, key);
  const [open] = await selectCities(db)
    .where('currency_id', '=', id)
    .where('cities.code', '=', code)
    .execute();
  if (open?.claims)
    refuse(
      `${open.claims} open claims are handed over in ${name}. Wait until they end.`,
      createProblem(409, 'city_claims'),
    );
  await db.deleteFrom('cities').where('currency_id', '=', id).where('code', '=', code).execute();
  const text = `${name} (${code}) is removed from ${key.currency.code}.`;
  return { text, target: cityTable.formatKey(key), detail: { name, place } };
}

/** List the cities where cash is handed over, and add, change or remove one. */
export const cityCommands = [
  { name: 'cities', summary: 'list the cities where cash is handed over, with place and hours' },
  defineCall('cities', {}, async ({ db }) =>
    formatTable(await selectCities(db).execute(), 'No cities.', {
      CURRENCY: row => row.currency,
      CODE: row => row.code,
      NAME: row => row.name,
      PLACE: row => row.place,
      HOURS: row => row.hours ?? NO_VALUE,
    }),
  ),
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
  defineSetCall('city <currency> <code> <field> <text>', { ...cityTable, parseKey: parseCityWords }),
  defineChange(
    'city <currency> <code> add <name> --place <text> [--hours <text>]',
    {
      code: parseCityWords,
      name: anyText,
      place: (text, { isMissing }) =>
        isMissing ? refuse('A new city needs --place: clients of open claims see it.') : text,
      hours: optional(anyText),
    },
    (context, { code: key, ...texts }) => addCity(context, key, texts),
  ),
  defineChange('city <currency> <code> remove', { code: parseCityWords }, (context, { code: key }) =>
    removeCity(context, key),
  ),
];

const selectCity = (db: OperatorContext['db'], { currency, code }: CityKey) =>
  selectRows(db, 'cities', { currency_id: BigInt(currency.id), code }).executeTakeFirst();
