import * as v from 'valibot';
import { Settings as Wire, Tech } from '#core/contract/calculator.ts';

const percent = v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,6})?$/));

/** Every setting of the exchange: its schema and what holds without a row. Percents are decimal text. */
const settings = {
  filters: v.optional(v.array(v.string()), ['Криптовалюты', 'Банки', 'Платёжные системы', 'Наличные']),
  contest: v.optional(Wire.entries.contest, null),
  captchaLogin: v.optional(v.boolean(), false),
  verificationFirst: v.optional(v.boolean(), false),
  usePublicId: v.optional(v.boolean(), true),
  tech: v.optional(Tech, { tech: false }),
  /** Address of the chat's script, null without a chat. */
  chat_src: v.optional(v.nullable(v.string()), null),
  default_from: v.optional(v.string(), 'USDTTRC20'),
  default_to: v.optional(v.string(), 'SBERRUB'),
  /** Margins of pairs without one of their own: crypto to money, money to crypto, crypto to crypto. */
  margin_sell: v.optional(percent, '0.6'),
  margin_buy: v.optional(percent, '0.9'),
  margin_swap: v.optional(percent, '0.5'),
  /** By how much the verification course is better. */
  verification_bonus: v.optional(percent, '0.5'),
} as const;

const schema = v.object(settings);

/** A setting's name. */
export type SettingName = keyof typeof settings;

/** All settings, as the operator set them or as they are without. */
export type Settings = v.InferOutput<typeof schema>;

/**
 * Rows (name → JSON text) → settings. A row that does not fit counts as not there and is named in `broken`: one wrong
 * row must not close the exchange.
 */
export function read(rows: ReadonlyMap<string, string>): { settings: Settings; broken: SettingName[] } {
  const given: Record<string, unknown> = {};
  const broken: SettingName[] = [];
  for (const name of Object.keys(settings) as SettingName[]) {
    const text = rows.get(name);
    if (text === undefined) continue;
    const value = parse(text);
    if (value !== undefined && v.is(settings[name], value)) given[name] = value;
    else broken.push(name);
  }
  return { settings: v.parse(schema, given), broken };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
