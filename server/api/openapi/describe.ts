import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import { loadVendor } from 'hono-openapi';
import { readFieldTexts } from './fieldTexts.ts';

/** Configures hono-openapi to describe the fields of objects by their doc blocks, which no page's script contains. */
export async function registerDescriptions(): Promise<void> {
  const texts = await readFieldTexts();
  const overrideSchema: NonNullable<ConversionConfig['overrideSchema']> = ({ valibotSchema, jsonSchema }) => {
    for (const [name, description] of Object.entries(texts.get(valibotSchema as never) ?? {})) {
      const field = jsonSchema.properties?.[name];
      if (typeof field === 'object' && description !== undefined) field.description = description;
    }
    return null;
  };
  loadVendor('valibot', {
    toOpenAPISchema(schema) {
      const { $schema: _, ...json } = toJsonSchema(schema as never, { errorMode: 'ignore', overrideSchema });
      return json as never;
    },
  });
}
