import type { AttributeName, AttributeValue } from '#widget/attributes.ts';

/** The element's attributes, and its properties of the same names. The package has an interface with their texts instead. */
export type ExchangeWidgetAttributes = { [Name in AttributeName]?: AttributeValue<Name> | undefined };
