import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { loadVendor } from 'hono-openapi';
import type * as v from 'valibot';
import { fieldDescriptions, valueDescriptions } from './descriptions.ts';

type JsonSchema = { description?: string; anyOf?: JsonSchema[]; properties?: Record<string, JsonSchema> };

/** A schema without its `optional`: JSON Schema has none around a field's value. */
function unwrapOptional(schema: v.GenericSchema): v.GenericSchema {
  return schema.type === 'optional' && 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
}

/** Gives a field its description: beside `null` where the value of the field has one of its own there. */
function describeField(json: JsonSchema, description: string | undefined): void {
  if (description === undefined) return;
  const value = json.anyOf?.find(option => option.description !== undefined) ?? json;
  value.description = description;
}

/** Adds the descriptions to what has just become JSON Schema: an object's fields, and a value that may be null. */
const overrideSchema: NonNullable<ConversionConfig['overrideSchema']> = context => {
  const schema = context.valibotSchema as v.GenericSchema;
  const json = context.jsonSchema as JsonSchema;
  if ('wrapped' in schema && json.anyOf?.[0])
    describeField(json.anyOf[0], valueDescriptions.get(schema.wrapped as v.GenericSchema));
  if ('entries' in schema) {
    const fields = fieldDescriptions.get(schema);
    for (const [name, entry] of Object.entries(schema.entries as Record<string, v.GenericSchema>)) {
      const field = json.properties?.[name];
      if (!field) continue;
      describeField(field, valueDescriptions.get(unwrapOptional(entry)));
      describeField(field, fields?.[name]);
    }
  }
  return null;
};

/** From now on hono-openapi writes schemas with their descriptions. */
export function registerDescriptions(): void {
  loadVendor('valibot', {
    toOpenAPISchema(schema) {
      const { $schema: _, ...json } = toJsonSchema(schema as never, { errorMode: 'ignore', overrideSchema });
      return json as never;
    },
  });
}
