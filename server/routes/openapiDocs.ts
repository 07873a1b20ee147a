import { resolver } from 'hono-openapi';
import type * as v from 'valibot';

/** OpenAPI of a JSON response. */
export const describeJson = (schema: v.GenericSchema, description: string) => ({
  description,
  content: { 'application/json': { schema: resolver(schema) } },
});

/** OpenAPI of a required JSON request body. */
export const describeJsonBody = (schema: v.GenericSchema) => ({
  required: true,
  // hono-openapi resolves schemas of request bodies as well, but its types allow them in responses only.
  content: { 'application/json': { schema: resolver(schema) as never } },
});
