import type { PairSelection } from '#core/exchange/form/exchangeModel.ts';

interface AttributeDefinition {
  /** The part of the pair that the attribute selects. */
  selects?: keyof PairSelection;
  /** The only valid values, if they are few. `diagnose()` reports others. */
  values?: readonly string[];
  /** Whether only developers set it. The site's page for shops omits it. */
  isForDevelopers?: true;
}

/**
 * The attributes of `<exchange-widget>`, and its properties of the same names. The element observes them, the controller
 * and `diagnose()` read this table. Tests compare it with the doc block of the element, the package's types and the
 * documents, and require that the controller, the element or a style sheet uses each attribute.
 */
export const WIDGET_ATTRIBUTES = {
  cur_from: { selects: 'from' },
  cur_to: { selects: 'to' },
  amount: { selects: 'amount' },
  city: { selects: 'city' },
  rid: {},
  theme: { values: ['light', 'dark', 'auto'] },
  api: { isForDevelopers: true },
  claim: { isForDevelopers: true },
} as const satisfies Record<string, AttributeDefinition>;

/** Name of an attribute. */
export type AttributeName = keyof typeof WIDGET_ATTRIBUTES;

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
