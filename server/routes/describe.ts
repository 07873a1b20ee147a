import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { loadVendor } from 'hono-openapi';
import type * as v from 'valibot';
import { fieldDescriptions, valueDescriptions } from './descriptions.ts';

type JsonSchema = { description?: string; anyOf?: JsonSchema[]; properties?: Record<string, JsonSchema> };

/** Removes `optional`, which has no equivalent in JSON Schema. */
function unwrapOptional(schema: v.GenericSchema): v.GenericSchema {
  return schema.type === 'optional' && 'wrapped' in schema ? (schema.wrapped as v.GenericSchema) : schema;
}

/** Sets a field's description; for a nullable value with a description, on that value. */
function describeField(json: JsonSchema, description: string | undefined): void {
  if (description === undefined) return;
  const value = json.anyOf?.find(option => option.description !== undefined) ?? json;
  value.description = description;
}

/** Adds descriptions to converted JSON Schema: to an object's fields and to nullable values. */
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

/** Configures hono-openapi to include descriptions in schemas. */
export function registerDescriptions(): void {
  loadVendor('valibot', {
    toOpenAPISchema(schema) {
      const { $schema: _, ...json } = toJsonSchema(schema as never, { errorMode: 'ignore', overrideSchema });
      return json as never;
    },
  });
}
