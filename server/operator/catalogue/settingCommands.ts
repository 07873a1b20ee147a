import {
  parseSetting,
  parseSettings,
  SETTING_NAMES,
  type SettingName,
} from '../../catalogue/exchangeSettings.ts';
import { changeWithAudit } from '../auditLog.ts';
import {
  createFailure,
  createSuccess,
  formatColumns,
  type CommandResult,
  type OperatorCommand,
  type OperatorContext,
} from '../operatorCommand.ts';
import { describeUnknownCurrency, describeUnknownPair, findPair } from './currencyPair.ts';
import { describeNewlyCapped, findCapProblem } from './capCheck.ts';
import { saveSetting } from './saveSetting.ts';

/** Settings of the operator, with what they do. `maintenance` sets `tech`. */
const descriptions: Readonly<Record<Exclude<SettingName, 'tech'>, string>> = {
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

const PERCENT_SETTINGS: ReadonlySet<SettingName> = new Set([
  'margin_sell',
  'margin_buy',
  'margin_swap',
  'margin_min',
  'verification_bonus',
]);

const CURRENCY_SETTINGS: ReadonlySet<SettingName> = new Set(['default_from', 'default_to']);

type OperatorSettingName = keyof typeof descriptions;

const operatorSettingNames = SETTING_NAMES.filter((name): name is OperatorSettingName => name !== 'tech');

/** Lists the settings. */
export const settingsCommand: OperatorCommand = {
  usage: ['settings'],
  summary: 'list the settings with their values',
  help: operatorSettingNames.map(name => `${name}: ${descriptions[name]}`),
  examples: ['settings'],
  options: [],
  argumentRange: [0, 0],
  async run({ db, catalogue }) {
    const rows = await db.selectFrom('settings').select('name').execute();
    const stored = new Set(rows.map(({ name }) => name));
    const lines = operatorSettingNames.map(name => [
      name,
      formatValue(catalogue.getSetting(name)),
      stored.has(name) ? 'set' : 'default',
    ]);
    return createSuccess(formatColumns([['NAME', 'VALUE', 'ORIGIN'], ...lines]));
  },
};

/** Changes a setting, or restores its default. */
export const settingCommand: OperatorCommand = {
  usage: ['setting <name> <value>|default [--force]'],
  summary: 'change a setting, or restore its default',
  help: [
    ...operatorSettingNames.map(name => `${name}: ${descriptions[name]}`),
    '',
    '<value>  a text, a number or JSON',
    `--force  a percent above ${LARGE_PERCENT}, or one with which margin_min caps a course`,
  ],
  examples: ['setting margin_sell 0.8', 'setting default_to SBERRUB', 'setting chat_src default'],
  options: ['force'],
  argumentRange: [2, 2],
  async run(context, [name = '', text = ''], { force = false }) {
    if (!isSettingName(name))
      return createFailure(`There is no setting ${name}. Settings: ${operatorSettingNames.join(', ')}.`);
    if (text === 'default') return changeSetting(context, name, text);
    const parsed = parseSetting(name, text);
    if (parsed === undefined)
      return createFailure(
        `“${text}” is not a value of ${name}: ${descriptions[name]}. Nothing was changed.`,
      );
    const value = CURRENCY_SETTINGS.has(name)
      ? (context.catalogue.findCurrencyByCode(String(parsed))?.code ?? parsed)
      : parsed;
    const problem = findProblem(context, name, value, force);
    return problem === null ? changeSetting(context, name, { value }) : createFailure(problem);
  },
};

const isSettingName = (name: string): name is OperatorSettingName =>
  (operatorSettingNames as readonly string[]).includes(name);

const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Why a value of the right type would not work; null if it would. */
function findProblem(
  context: OperatorContext,
  name: SettingName,
  value: unknown,
  force: boolean,
): string | null {
  const { catalogue, config } = context;
  const snapshot = catalogue.getSnapshot();
  const settings = { ...snapshot.settings, [name]: value };
  if (PERCENT_SETTINGS.has(name) && !force) {
    const problem =
      Number(value) > LARGE_PERCENT
        ? `${String(value)} % is above ${LARGE_PERCENT} %.`
        : findCapProblem(snapshot, { ...snapshot, settings });
    return problem === null ? null : `${problem} Nothing was changed. Add --force to set it.`;
  }
  if (CURRENCY_SETTINGS.has(name)) {
    if (!catalogue.findCurrencyByCode(String(value))) return describeUnknownCurrency(String(value));
    const pair = `${settings.default_from}-${settings.default_to}`;
    return findPair(catalogue, pair) ? null : `${describeUnknownPair(pair)} Nothing was changed.`;
  }
  if (name === 'chat_src' && typeof value === 'string') {
    const origin = URL.canParse(value) ? new URL(value).origin : '';
    if (!config.chatOrigins.includes(origin)) return `“${value}” is not on an origin in CHAT_ORIGINS.`;
  }
  return null;
}

function changeSetting(
  context: OperatorContext,
  name: OperatorSettingName,
  change: { value: unknown } | 'default',
): Promise<CommandResult> {
  return changeWithAudit(context, async trx => {
    if (change === 'default') await trx.deleteFrom('settings').where('name', '=', name).execute();
    else await saveSetting(trx, name, change.value);
    const from = formatValue(context.catalogue.getSetting(name));
    const to = change === 'default' ? change : formatValue(change.value);
    const snapshot = context.catalogue.getSnapshot();
    const value = change === 'default' ? parseSettings(new Map()).settings[name] : change.value;
    const capped = describeNewlyCapped(context, {
      ...snapshot,
      settings: { ...snapshot.settings, [name]: value },
    });
    return {
      ...createSuccess(`${name}: ${from} → ${to}.${capped}`),
      entry: { command: 'setting', target: name, detail: { from, to } },
    };
  });
}
