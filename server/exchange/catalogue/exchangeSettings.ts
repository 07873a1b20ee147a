import * as v from 'valibot';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import { Contest } from '#core/contract/course/calculatorSettings.ts';
import { MaintenanceStatus } from '#core/contract/siteSettings.ts';
import { PercentSchema } from './rowValidation.ts';

/** At most 5 percent: a larger value is probably a typing error, and it would lower every course. */
const MarginMinSchema = v.pipe(PercentSchema, v.regex(/^(?:[0-4](?!\d)|5(?:\.0+)?$)/));

/** US dollars with the decimals of a partner's funds. */
const FundsSchema = v.pipe(v.string(), v.regex(new RegExp(`^\\d{1,9}(\\.\\d{1,${REFERRAL_DECIMALS}})?$`)));

/** Every setting of the exchange: its schema and its default. Percents are decimal text. */
const settingSchemas = {
  filters: v.optional(v.array(v.string()), ['Криптовалюты', 'Банки', 'Платёжные системы', 'Наличные']),
  contest: v.optional(Contest, null),
  captchaLogin: v.optional(v.boolean(), false),
  verificationFirst: v.optional(v.boolean(), false),
  usePublicId: v.optional(v.boolean(), true),
  tech: v.optional(MaintenanceStatus, { tech: false }),
  /** URL of the chat script; null if there is no chat. */
  chat_src: v.optional(v.nullable(v.string()), null),
  default_from: v.optional(v.string(), 'USDTTRC20'),
  default_to: v.optional(v.string(), 'SBERRUB'),
  /** Default margins: crypto to fiat, fiat to crypto, crypto to crypto. */
  margin_sell: v.optional(PercentSchema, '0.6'),
  margin_buy: v.optional(PercentSchema, '0.9'),
  margin_swap: v.optional(PercentSchema, '0.5'),
  /** Minimum margin of every course, percent of the source price, whatever discounts the course contains. */
  margin_min: v.optional(MarginMinSchema, '0.1'),
  /** Improvement of the verification course. */
  verification_bonus: v.optional(PercentSchema, '0.5'),
  /** The referral programme: a partner's share of the profit, when it is available, the smallest withdrawal in USD. */
  referral_percent: v.optional(PercentSchema, '20'),
  referral_hold_hours: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/)), '72'),
  referral_minimum: v.optional(FundsSchema, '20'),
} as const;

const SettingsSchema = v.object(settingSchemas);

/** Name of a setting. */
export type SettingName = keyof typeof settingSchemas;

export const SETTING_NAMES = Object.keys(settingSchemas) as readonly SettingName[];

/** All settings, with defaults for those that the operator has not set. */
export type ExchangeSettings = v.InferOutput<typeof SettingsSchema>;

/**
 * Parses rows (name → JSON text) to settings. An invalid row is ignored and listed in `invalidSettings`, so that one
 * invalid row does not close the exchange.
 */
export function parseSettings(rows: ReadonlyMap<string, string>): {
  settings: ExchangeSettings;
  invalidSettings: SettingName[];
} {
  const values: Record<string, unknown> = {};
  const invalidSettings: SettingName[] = [];
  for (const name of SETTING_NAMES) {
    const text = rows.get(name);
    if (text === undefined) continue;
    const value = parseJson(text);
    if (value !== undefined && v.is(settingSchemas[name], value)) values[name] = value;
    else invalidSettings.push(name);
  }
  return { settings: v.parse(SettingsSchema, values), invalidSettings };
}

/** Parses an operator's JSON or plain text to a value of the setting; undefined if it is invalid. */
export function parseSetting(name: SettingName, text: string): unknown {
  return [parseJson(text), text].find(value => value !== undefined && v.is(settingSchemas[name], value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
