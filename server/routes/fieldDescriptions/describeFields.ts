import type * as v from 'valibot';

/** An object schema of the contract. */
type ObjectSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };

/** A schema and the descriptions of its fields. */
export type DescribedSchema = readonly [v.GenericSchema, Readonly<Record<string, string | undefined>>];

/**
 * Describes the fields of an object schema for OpenAPI; the type check reports names that are not in the schema. Fields
 * whose value has its own description (`valueDescriptions`) may be omitted.
 */
export function describeFields<const Schema extends ObjectSchema>(
  schema: Schema,
  descriptions: { readonly [Field in keyof Schema['entries']]?: string },
): DescribedSchema {
  return [schema, descriptions];
}
