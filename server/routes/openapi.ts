import type { Hono, MiddlewareHandler } from 'hono';
import { generateSpecs } from 'hono-openapi';
import { registerDescriptions } from './describe.ts';

/** GET /api/openapi.json: OpenAPI 3.1 of every described route of `app`, generated at the first request. */
export function createOpenApiHandler(app: Hono, publicOrigin: string): MiddlewareHandler {
  registerDescriptions();
  let specs: ReturnType<typeof generateSpecs> | undefined;
  return async c => {
    specs ??= generateSpecs(app, {
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
    // Partners' tools read it from other origins.
    c.header('Access-Control-Allow-Origin', '*');
    return c.json(await specs);
  };
}
