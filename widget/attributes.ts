import type { PairSelection } from '#core/exchange/form/exchangeModel.ts';

interface AttributeDefinition {
  /** The part of the pair that the attribute selects. */
  selects?: keyof PairSelection;
  /** The only valid values, if they are few. `diagnose()` reports others. */
  values?: readonly string[];
}

/**
 * The attributes of `<exchange-widget>`, and its properties of the same names. The element observes them, the controller
 * and `diagnose()` read this table. Builds read the doc blocks (`attributeTexts.ts`): the package's types, its manifest
 * and README have their texts, the site's page for shops those behind `@shops`. Attributes without one are only for
 * developers. Tests compare the names with PARTNERS.md and the live page, and require that the controller, the element
 * or a style sheet uses each attribute.
 */
export const WIDGET_ATTRIBUTES = {
  /**
   * Currency to send: a code in any letter case, or an alias: `USDTTRC20`.
   *
   * @shops Что отдать, код как в [выгрузке](/monitoring)
   */
  cur_from: { selects: 'from' },
  /**
   * Currency to receive: `SBPRUB`.
   *
   * @shops Что получить, код оттуда же
   */
  cur_to: { selects: 'to' },
  /**
   * Amount to send, with a comma or a dot: `0,25`.
   *
   * @shops Сумма
   */
  amount: { selects: 'amount' },
  /**
   * Code of the city for cash.
   *
   * @shops Город для наличных
   */
  city: { selects: 'city' },
  /**
   * Your referral id. It is stored in the claim.
   *
   * @shops Ваш код партнёра: по нему начисляем вознаграждение
   */
  rid: {},
  /**
   * Colour scheme; `auto` follows the page's own.
   *
   * @shops `light`, `dark` или `auto`
   */
  theme: { values: ['light', 'dark', 'auto'] },
  /** Origin of the exchange, `https://exchange.example`; the script's own by default, required for a bundled widget. */
  api: {},
  /** Opens this claim: `uuid`, or `uuid#secret`. */
  claim: {},
} as const satisfies Record<string, AttributeDefinition>;

/** Name of an attribute. */
export type AttributeName = keyof typeof WIDGET_ATTRIBUTES;

/** Type of an attribute's value. */
export type AttributeValue<Name extends AttributeName> = (typeof WIDGET_ATTRIBUTES)[Name] extends {
  values: readonly (infer Value)[];
}
  ? Value
  : string;

/** Names of all attributes. */
export const ATTRIBUTE_NAMES = Object.keys(WIDGET_ATTRIBUTES) as AttributeName[];

/** Name of an attribute that selects a part of the pair. */
export type SelectionAttributeName = {
  [Name in AttributeName]: (typeof WIDGET_ATTRIBUTES)[Name] extends { selects: string } ? Name : never;
}[AttributeName];

/** Name of an attribute that has few valid values. */
export type EnumeratedAttributeName = {
  [Name in AttributeName]: (typeof WIDGET_ATTRIBUTES)[Name] extends { values: readonly string[] }
    ? Name
    : never;
}[AttributeName];

/** The attributes that select the pair, each with its key in `PairSelection`. */
export const SELECTION_ATTRIBUTES = ATTRIBUTE_NAMES.flatMap(name => {
  const { selects }: AttributeDefinition = WIDGET_ATTRIBUTES[name];
  return selects ? [{ name: name as SelectionAttributeName, key: selects }] : [];
});

/** `Names`, or never if an attribute that selects a part of the pair is missing. */
export type AllSelectionAttributes<Names extends readonly string[]> = [
  Exclude<SelectionAttributeName, Names[number]>,
] extends [never]
  ? Names
  : never;

/** Current values of the attributes; undefined for an absent or empty one. */
export type WidgetAttributes = Partial<Record<AttributeName, string | undefined>>;

/** Current values of the attributes that select the pair. */
export type SelectionAttributes = Partial<Record<SelectionAttributeName, string | undefined>>;

/** The attributes whose values differ from those that the prerendered form was requested with. */
export function findChangedAttributes(requested: SelectionAttributes, current: WidgetAttributes): string[] {
  return SELECTION_ATTRIBUTES.map(({ name }) => name).filter(name => requested[name] !== current[name]);
}

/** Builds the requested pair from attributes or parameters; empty values are left out. */
export function toSelection(getValue: (name: SelectionAttributeName) => string | undefined): PairSelection {
  const selection: PairSelection = {};
  for (const { name, key } of SELECTION_ATTRIBUTES) {
    const value = getValue(name);
    if (value) selection[key] = value;
  }
  return selection;
}
