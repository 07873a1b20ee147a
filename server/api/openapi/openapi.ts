import type { Hono, MiddlewareHandler } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { sendFile } from '#server/platform/http/response/fileResponse.ts';
import {
  compressFiles,
  createStaticFile,
  type StaticFile,
} from '#server/platform/http/response/staticFiles.ts';
import { registerDescriptions } from './describe.ts';

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
