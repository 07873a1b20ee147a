import type { JsonSchema } from './openApiDocument.ts';
import { pluralize } from '#core/pluralize.ts';

/** A field of an object. */
export interface SchemaField {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'строка',
  integer: 'целое число',
  number: 'число',
  boolean: 'true или false',
  object: 'объект',
  null: 'null',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  'date-time': 'время, ISO 8601',
  date: 'день, 2026-11-01',
  uuid: 'строка UUID',
  uri: 'адрес',
  binary: 'файл',
};

/** The alternatives of a schema without null; the schema itself if it has none. */
function listVariants(schema: JsonSchema): JsonSchema[] {
  const variants = schema.anyOf ?? schema.oneOf;
  return variants ? variants.flatMap(listVariants).filter(({ type }) => type !== 'null') : [schema];
}

const isNullable = (schema: JsonSchema): boolean =>
  (schema.anyOf ?? schema.oneOf ?? []).some(variant => variant.type === 'null' || isNullable(variant));

/** The type in words: «список: объект», «строка или null». */
export function describeType(schema: JsonSchema): string {
  const names = listVariants(schema).map(variant => {
    if (variant.items) return `список: ${describeType(variant.items)}`;
    if (variant.additionalProperties) return `объект: имя → ${describeType(variant.additionalProperties)}`;
    const { format = '', type = '' } = variant;
    return FORMAT_NAMES[format] ?? TYPE_NAMES[type] ?? type;
  });
  const known = [...new Set(names)].filter(Boolean);
  return [...known, ...(isNullable(schema) ? ['null'] : [])].join(' или ');
}

/** The values that a schema allows, as JSON; empty if it does not list them. */
export function listValues(schema: JsonSchema): string[] {
  return listVariants(schema)
    .flatMap(({ enum: values, const: value, items }) => {
      if (values) return values.map(option => JSON.stringify(option));
      if (value !== undefined) return [JSON.stringify(value)];
      return items ? listValues(items) : [];
    })
    .filter((value, index, all) => all.indexOf(value) === index);
}

/** The limits of a value in words: «от 1», «до 254 знаков». */
export function describeLimits(schema: JsonSchema): string[] {
  return listVariants(schema).flatMap(({ minimum, maximum, minLength, maxLength, pattern }) => [
    ...(minimum === undefined ? [] : [`от ${minimum}`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`до ${maximum}`]),
    ...(minLength === undefined ? [] : [`не короче ${formatCharacters(minLength)}`]),
    ...(maxLength === undefined ? [] : [`не длиннее ${formatCharacters(maxLength)}`]),
    ...(pattern === undefined ? [] : [`вид ${pattern}`]),
  ]);
}

const formatCharacters = (count: number) => pluralize(count, ['знака', 'знаков', 'знаков']);

/** The default value as JSON; null without one, and if it only marks the field as optional. */
export function formatDefault(schema: JsonSchema): string | null {
  return schema.default === undefined || schema.default === null ? null : JSON.stringify(schema.default);
}

/** The objects inside a schema, with their fields: one for each alternative that is an object or a list of objects. */
export function listObjects(schema: JsonSchema): SchemaField[][] {
  return listVariants(schema).flatMap(({ properties, required = [], items, additionalProperties }) => {
    if (properties) {
      const fields = Object.entries(properties);
      return [fields.map(([name, field]) => ({ name, schema: field, isRequired: required.includes(name) }))];
    }
    const inner = items ?? additionalProperties;
    return inner ? listObjects(inner) : [];
  });
}
