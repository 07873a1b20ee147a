import { toJsonSchema, type ConversionConfig } from '@valibot/to-json-schema';
import type { Hono, MiddlewareHandler } from 'hono';
import { generateSpecs, loadVendor } from 'hono-openapi';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import {
  compressFiles,
  createStaticFile,
  type StaticFile,
} from '#server/platform/http/response/staticFiles.ts';
import { readFieldTexts } from './fieldTexts.ts';

/** The first client waits for it: 540 kB take 20 ms. Quality 11 takes a second and saves a tenth of the bytes. */
const DOCUMENT_BROTLI_QUALITY = 7;

/**
 * GET /api/openapi.json: OpenAPI 3.1 of every described route of `app`. The first request generates and compresses it;
 * later ones send the same bytes.
 */
export function createOpenApiHandler(app: Hono, publicOrigin: string): MiddlewareHandler {
  let file: Promise<StaticFile> | undefined;
  return async c => {
    file ??= createDocumentFile(app, publicOrigin).catch((error: unknown) => {
      // The next request tries again: an update may be changing the sources.
      file = undefined;
      throw error;
    });
    // Partners' tools read it from other origins.
    return sendFile(c, await file, { 'Access-Control-Allow-Origin': '*' });
  };
}

async function createDocumentFile(app: Hono, publicOrigin: string): Promise<StaticFile> {
  await registerDescriptions();
  const document = await generateSpecs(app, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Размен',
        version: '1',
        description:
          'The API of the exchange. Amounts and courses are decimal text. An error is `{detail, code}`; field errors are `{field: [message]}`.',
      },
      servers: [{ url: publicOrigin }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          shopKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'rz_live_… or rz_test_…',
            description: 'A key of the shop',
          },
        },
      },
    },
    defaultValidationErrorResponse: false,
    // /rates.xml is a route, not a static file.
    excludeStaticFile: false,
  });
  const file = createStaticFile('openapi.json', new TextEncoder().encode(JSON.stringify(document)));
  await compressFiles([file], DOCUMENT_BROTLI_QUALITY);
  return file;
}

/** Configures hono-openapi to describe the fields of objects by their doc blocks, which no page's script contains. */
async function registerDescriptions(): Promise<void> {
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
