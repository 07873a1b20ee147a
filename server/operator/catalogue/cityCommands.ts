import type { Kysely } from 'kysely';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { OPEN_STATUSES } from '../../claims/claimStatusSets.ts';
import type { CityRow } from '../../database/catalogueRows.ts';
import type { DatabaseSchema } from '../../database/schema.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  formatUsage,
  type CommandOptions,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { NO_VALUE, parseOptional, parseSentence } from './parseValue.ts';

const FIELDS = ['name', 'place', 'hours'] as const;
type FieldName = (typeof FIELDS)[number];

/** Lists the cities where cash is handed over. */
export const citiesCommand: OperatorCommand = {
  usage: ['cities'],
  summary: 'list the cities where cash is handed over, with place and hours',
  help: [],
  examples: ['cities'],
  options: [],
  argumentRange: [0, 0],
  async run({ db }) {
    const rows = await db
      .selectFrom('cities')
      .innerJoin('currencies', 'currencies.id', 'cities.currency_id')
      .selectAll('cities')
      .select('currencies.code as currency')
      .orderBy('currencies.position')
      .orderBy('cities.name')
      .execute();
    const lines = rows.map(row => [row.currency, row.code, row.name, row.place, row.hours ?? NO_VALUE]);
    return createSuccess(formatColumns([['CURRENCY', 'CODE', 'NAME', 'PLACE', 'HOURS'], ...lines]));
  },
};

/** Adds, changes or removes a city of a cash currency. */
export const cityCommand: OperatorCommand = {
  usage: [
    'city <currency> <code> <field> <text>',
    'city <currency> <code> add <name> --place <text> [--hours <text>]',
    'city <currency> <code> remove',
  ],
  summary: 'change, add or remove a city where cash is handed over',
  help: [
    '<currency>  the code of a cash currency: CASHRUB',
    '<code>      the city’s code in links (`city=MSK`): 2 to 10 Latin letters or digits',
    `<field>     ${FIELDS.join(', ')}`,
    '--place     where to come; only an open claim shows it',
    '--hours     when to come; `hours none`: as arranged in Telegram',
    '',
    'Open claims show the changed place at once. A city with open claims cannot be removed.',
  ],
  examples: [
    'city CASHRUB MSK place "ул. Примерная, 1"',
    'city CASHRUB MSK hours "ежедневно с 10 до 20"',
    'city CASHRUB SOC add Сочи --place "ул. Морская, 2"',
  ],
  options: ['place', 'hours'],
  argumentRange: [3, 4],
  async run(context, [currencyCode = '', cityCode = '', action = '', text], options) {
    const currency = context.catalogue.findCurrencyByCode(currencyCode);
    if (currency?.kind !== 'cash') return createFailure(`There is no cash currency ${currencyCode}.`);
    const code = cityCode.toUpperCase();
    const hasOptions = options.place !== undefined || options.hours !== undefined;
    if (action === 'add' && text !== undefined)
      return addCity(context, currency, { code, name: text }, options);
    if (action === 'remove' && text === undefined && !hasOptions) return removeCity(context, currency, code);
    if (!isFieldName(action) || text === undefined || hasOptions)
      return createFailure(`${formatUsage(cityCommand)}. Fields: ${FIELDS.join(', ')}.`);
    return changeCity(context, currency, { code, field: action, text });
  },
};

const isFieldName = (text: string): text is FieldName => (FIELDS as readonly string[]).includes(text);

function selectCity(
  db: Kysely<DatabaseSchema>,
  { id }: Currency,
  code: string,
): Promise<CityRow | undefined> {
  return db
    .selectFrom('cities')
    .selectAll()
    .where('currency_id', '=', BigInt(id))
    .where('code', '=', code)
    .executeTakeFirst();
}

async function addCity(
  context: OperatorContext,
  currency: Currency,
  { code, name: nameText }: { code: string; name: string },
  { place: placeText, hours: hoursText }: CommandOptions,
): Promise<CommandResult> {
  if (!/^[A-Z\d]{2,10}$/.test(code))
    return createFailure(`“${code}” is not 2 to 10 Latin letters or digits.`);
  if (placeText === undefined)
    return createFailure('A new city needs --place: clients of open claims see it.');
  const name = parseSentence(nameText);
  const place = parseSentence(placeText);
  const hours = parseOptional(hoursText ?? NO_VALUE, parseSentence);
  if (!name.ok || !place.ok || !hours.ok)
    return createFailure(
      `${[name, place, hours].flatMap(parsed => (parsed.ok ? [] : [parsed.problem]))[0]}.`,
    );
  return changeWithAudit(context, async trx => {
    if (await selectCity(trx, currency, code))
      return createFailure(`${currency.code} has a city ${code} already.`);
    const row = {
      currency_id: BigInt(currency.id),
      code,
      name: name.value,
      place: place.value,
      hours: hours.value,
    };
    await trx.insertInto('cities').values(row).execute();
    return {
      ...createSuccess(`${currency.code} can be handed over in ${name.value} (${code}): ${place.value}.`),
      entry: {
        command: 'city add',
        target: `${currency.code} ${code}`,
        detail: { name: name.value, place: place.value },
      },
    };
  });
}

function changeCity(
  context: OperatorContext,
  currency: Currency,
  { code, field, text }: { code: string; field: FieldName; text: string },
): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const row = await selectCity(trx, currency, code);
    if (!row) return createFailure(`${currency.code} has no city ${code}. List them: cities.`);
    const parsed = field === 'hours' ? parseOptional(text, parseSentence) : parseSentence(text);
    if (!parsed.ok) return createFailure(`${parsed.problem}. Nothing was changed.`);
    await trx
      .updateTable('cities')
      .set({ [field]: parsed.value })
      .where('currency_id', '=', row.currency_id)
      .where('code', '=', code)
      .execute();
    const [from, to] = [row[field] ?? NO_VALUE, parsed.value ?? NO_VALUE];
    const target = `${currency.code} ${code}`;
    return {
      ...createSuccess(`${target} ${field}: ${from} → ${to}.`),
      entry: { command: 'city', target, detail: { field, from, to } },
    };
  });
}

function removeCity(context: OperatorContext, currency: Currency, code: string): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    const row = await selectCity(trx, currency, code);
    if (!row) return createFailure(`${currency.code} has no city ${code}. List them: cities.`);
    const { count } = await trx
      .selectFrom('claims')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('city', '=', code)
      .where('status', 'in', OPEN_STATUSES)
      .where(({ or, eb }) => or([eb('from_id', '=', row.currency_id), eb('to_id', '=', row.currency_id)]))
      .executeTakeFirstOrThrow();
    if (Number(count) > 0)
      return createFailure(`${count} open claims are handed over in ${row.name}. Wait until they end.`);
    await trx
      .deleteFrom('cities')
      .where('currency_id', '=', row.currency_id)
      .where('code', '=', code)
      .execute();
    return {
      ...createSuccess(`${row.name} (${code}) is removed from ${currency.code}.`),
      entry: {
        command: 'city remove',
        target: `${currency.code} ${code}`,
        detail: { name: row.name, place: row.place },
      },
    };
  });
}
