import {
  SETTING_NAMES,
  type EditableSetting,
  type OperatorSetting,
  type SettingPreview,
} from '#core/contract/operator/terms/settings.ts';
import {
  parseSetting,
  parseSettings,
  type ExchangeSettings,
  type SettingName,
} from '#server/exchange/catalogue/exchangeSettings.ts';
import { createFieldProblem } from '#server/platform/http/problem.ts';
import { selectRows } from '../selectRows.ts';
import { defineCall, refuse, type ChangeContext } from '../defineCommand.ts';
import { formatTable } from '../formatText.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { createValueProblem, parseCurrency, parseSwitch } from '../parseValue.ts';
import { countNewlyCapped, describeNewlyCapped, findCapProblem } from './capCheck.ts';
import { parsePair } from './currencyPair.ts';
import {
  createDoubt,
  createField,
  defineSetCall,
  previewRow,
  type EditableField,
  type StaffTable,
} from '../editableTable.ts';

/** Settings of the operator with their descriptions. `maintenance` sets `tech`. */
const descriptions: Readonly<Record<EditableSetting, string>> = {
  default_from: 'code of the currency that a form without parameters sends',
  default_to: 'code of the currency that it receives',
  margin_sell: 'margin in percent: coin to money',
  margin_buy: 'margin in percent: money to coin',
  margin_swap: 'margin in percent: coin to coin',
  margin_min: 'percent below the market that every course stays, whatever discounts it contains; at most 5',
  verification_bonus: 'percent by which the course of a verified card is better',
  referral_percent: 'percent of the profit of a claim that its partner gets; earlier accruals stay',
  referral_hold_hours: 'hours until a new accrual of a partner can be withdrawn',
  referral_minimum: 'smallest withdrawal of a partner, US dollars',
  verificationFirst: 'true: the form starts with the course of a verified card',
  usePublicId: 'true: people see public numbers of claims, false: the internal ones',
  filters: 'JSON list of the groups that the picker shows as tabs',
  contest: 'JSON of the contest on the home page, or null',
  captchaLogin: 'true: logging in needs a captcha',
  chat_src: 'URL of the chat script on an origin in CHAT_ORIGINS, or null',
};

/** A larger percent is probably a typing error. */
const LARGE_PERCENT = 5;

/** Percents that determine a course. */
const COURSE_SETTINGS = ['margin_sell', 'margin_buy', 'margin_swap', 'margin_min', 'verification_bonus'];

/** The value that removes the row of a setting. */
const DEFAULT = 'default';

/** All settings, and whether the changed one is reset to its default. */
type Row = ExchangeSettings & { isRestored: boolean };

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Codes of the refusals of values; a percent's is the default. */
const FORMAT_CODES: Partial<Record<EditableSetting, string>> = {
  margin_min: 'margin_min_format',
  referral_hold_hours: 'hours_format',
  referral_minimum: 'number_format',
  verificationFirst: 'option_unknown',
  usePublicId: 'option_unknown',
  captchaLogin: 'option_unknown',
  filters: 'filters_format',
  contest: 'contest_format',
};

/** Reads the texts of the settings as they are stored, not as this process has loaded them: somebody else may be faster. */
async function loadStoredSettings({ db }: Pick<OperatorContext, 'db'>): Promise<Map<string, string>> {
  const rows = await selectRows(db, 'settings').execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** The settings of the exchange, each a field. */
export const settingTable: StaffTable<null, Row> = {
  parseKey: () => null,
  formatKey: () => '',
  fields: Object.fromEntries(SETTING_NAMES.map(name => [name, createSettingField(name)])),
  fieldNoun: 'setting',
  find: async context => ({
    ...parseSettings(await loadStoredSettings(context)).settings,
    isRestored: false,
  }),
  findDoubt({ field, after, context }) {
    const percent = Number(after[field as SettingName]);
    if (!COURSE_SETTINGS.includes(field) || after.isRestored) return null;
    if (percent > LARGE_PERCENT)
      return createDoubt(`${percent} % is above ${LARGE_PERCENT} %.`, 'percent_large', {
        max: LARGE_PERCENT,
      });
    return findCapProblem(context.catalogue.getSnapshot(), replaceSettings(context, after));
  },
  save: ({ field, after, context }) =>
    after.isRestored
      ? context.db.deleteFrom('settings').where('name', '=', field).execute()
      : saveSetting(context, field as SettingName, after[field as SettingName]),
  describeEffect: ({ after, context }) => describeNewlyCapped(context, replaceSettings(context, after)),
};

function createSettingField(name: EditableSetting): EditableField<Row> {
  return {
    parse(text, row, context) {
      if (text === DEFAULT) return { [name]: parseSettings(new Map()).settings[name], isRestored: true };
      // The present value stays valid, also if its currency or its origin is not any more.
      if (text === formatValue(row[name])) return {};
      const value = parseSetting(name, text);
      if (value === undefined)
        refuse(
          `“${text}” is not a value of ${name}: ${descriptions[name]}. Nothing was changed.`,
          createValueProblem(FORMAT_CODES[name] ?? 'percent_format'),
        );
      return { [name]: checkValue(name, value, row, context) };
    },
    format: row => (row.isRestored ? DEFAULT : formatValue(row[name])),
  };
}

/** Returns a value of the right type in its stored form, or refuses one that would not work. */
function checkValue(
  name: SettingName,
  value: unknown,
  settings: ExchangeSettings,
  context: OperatorContext,
): unknown {
  if (name === 'default_from' || name === 'default_to') {
    const { code } = parseCurrency(String(value), { context });
    const pair = name === 'default_from' ? [code, settings.default_to] : [settings.default_from, code];
    parsePair(pair.join('-'), { context }, createValueProblem('pair_missing'));
    return code;
  }
  if (name === 'chat_src' && typeof value === 'string') {
    const origin = URL.canParse(value) ? new URL(value).origin : '';
    const { chatOrigins } = context.config;
    if (!chatOrigins.includes(origin))
      refuse(
        `“${value}” is not on an origin in CHAT_ORIGINS.`,
        createFieldProblem({ value: { code: 'chat_origin', wanted: chatOrigins.join(', ') } }),
      );
  }
  return value;
}

const replaceSettings = ({ catalogue }: OperatorContext, settings: ExchangeSettings) => ({
  ...catalogue.getSnapshot(),
  settings,
});

/** Lists the settings, in the order of `SETTING_NAMES`. */
export async function listSettings(context: Pick<OperatorContext, 'db'>): Promise<OperatorSetting[]> {
  const stored = await loadStoredSettings(context);
  const [{ settings }, { settings: defaults }] = [parseSettings(stored), parseSettings(new Map())];
  return SETTING_NAMES.map(name => ({
    name,
    value: formatValue(settings[name]),
    default: formatValue(defaults[name]),
    isSet: stored.has(name),
  }));
}

/** Counts what `margin_min` would cap with another value of a setting, or refuses the value. */
export async function previewSetting(
  context: OperatorContext,
  field: string,
  value: string,
): Promise<SettingPreview> {
  const after = await previewRow(context, settingTable, { key: '', field, value });
  return countNewlyCapped(context, replaceSettings(context, after));
}

/** Stores the value of a setting as JSON. */
async function saveSetting({ db }: ChangeContext, name: SettingName, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value) };
  await db
    .insertInto('settings')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Whether the exchange is closed for maintenance. */
export const maintenanceTable: StaffTable<null, Pick<ExchangeSettings, 'tech'>> = {
  parseKey: () => null,
  formatKey: () => 'exchange',
  fields: {
    maintenance: createField(
      'tech',
      text => ({ tech: parseSwitch(text) === 'on', until: null }),
      ({ tech }) => (tech ? 'on' : 'off'),
    ),
  },
  find: async context => parseSettings(await loadStoredSettings(context)).settings,
  save: ({ after, context }) => saveSetting(context, 'tech', after.tech),
  describe: ({ after: { tech } }) => ({
    text: tech.tech ? 'The exchange is closed for maintenance.' : 'The exchange is open.',
    detail: { set: tech.tech ? 'on' : 'off' },
  }),
};

/** List the settings, change one or restore its default, and close the exchange for maintenance. */
export const settingCommands = [
  { name: 'settings', summary: 'list the settings with their values', help: descriptions },
  defineCall('settings', {}, async context =>
    formatTable(await listSettings(context), 'No settings.', {
      NAME: ({ name }) => name,
      VALUE: ({ value }) => value,
      ORIGIN: ({ isSet }) => (isSet ? 'set' : DEFAULT),
    }),
  ),
  {
    name: 'setting',
    summary: 'change a setting, or restore its default',
    help: {
      ...descriptions,
      '<value>': 'a text, a number or JSON',
      '--force': `a percent above ${LARGE_PERCENT}, or one with which margin_min caps a course`,
    },
    examples: ['setting margin_sell 0.8', 'setting default_to SBERRUB', 'setting chat_src default'],
  },
  defineSetCall(`setting <name> <value>|${DEFAULT} [--force]`, settingTable),
  {
    name: 'maintenance',
    summary: 'close the exchange for maintenance, or open it again',
    notes: 'Running servers apply it within a second. Existing claims do not change.',
    examples: ['maintenance on'],
  },
  defineSetCall('maintenance on|off', maintenanceTable, 'maintenance'),
];
