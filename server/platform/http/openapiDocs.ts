import { resolver } from 'hono-openapi';
import type * as v from 'valibot';
import { FIRST_DAY, LAST_DAY } from '#core/exchange/exchangeDay.ts';
import { LimitProblem, Problem } from '#core/contract/problem.ts';

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

/** OpenAPI of a body with a file, and fields before it. */
export const describeUpload = (fileTypes: string, fields: Record<string, object> = {}) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: [...Object.keys(fields), 'file'],
        properties: {
          ...fields,
          file: { type: 'string' as const, format: 'binary', description: fileTypes },
        },
      },
    },
  },
});

/** OpenAPI of the refusals of every call with a file. */
export const uploadRefusals = {
  411: describeJson(Problem, '`length_required`: the request has no Content-Length'),
  413: describeJson(LimitProblem, '`file`: `file_size`, by the Content-Length; nothing is stored'),
  429: describeJson(Problem, '`too_many_requests` with Retry-After: too many uploads in an hour or at once'),
  503: describeJson(Problem, '`uploads_busy` with Retry-After: the server has too many uploads at once'),
};

/** OpenAPI of the refusals of calls that hash a password. */
export const hashingRefusals = {
  429: describeJson(Problem, '`too_many_requests` with Retry-After'),
  503: describeJson(Problem, '`overloaded` with Retry-After: too many passwords wait to be hashed'),
};

/** OpenAPI of a query parameter: any text, or one of `values`. */
export const describeParameter = (name: string, description: string, values?: readonly string[]) => ({
  name,
  in: 'query' as const,
  description,
  schema: { type: 'string' as const, ...(values && { enum: [...values] }) },
});

/** OpenAPI of the header Idempotency-Key. */
export const describeIdempotencyKey = (description: string) => ({
  name: 'Idempotency-Key',
  in: 'header' as const,
  description,
  schema: { type: 'string' as const, minLength: 8, maxLength: 128 },
});

/** OpenAPI of the query parameters of a page. */
export const pageParameters = [
  { name: 'page', in: 'query' as const, schema: { type: 'integer' as const, minimum: 1, default: 1 } },
  {
    name: 'size',
    in: 'query' as const,
    schema: { type: 'integer' as const, minimum: 1, maximum: 100, default: 20 },
  },
];

/** OpenAPI of the query parameters that limit a list to days. */
export const dayParameters = [
  ['date_from', `First day, \`2026-11-01\`, by Moscow time, from ${FIRST_DAY} to ${LAST_DAY}`],
  ['date_to', 'Last day'],
].map(([name = '', description = '']) => ({
  name,
  in: 'query' as const,
  description,
  schema: { type: 'string' as const, format: 'date' },
}));

/** OpenAPI of a parameter in a path: an integer with a description, a UUID named `id`, or another text. */
export function describePathParameter(name: string, integer?: string) {
  const place = { name, in: 'path' as const, required: true };
  if (integer !== undefined)
    return { ...place, description: integer, schema: { type: 'integer' as const, minimum: 1 } };
  if (name === 'id') return { ...place, schema: { type: 'string' as const, format: 'uuid' } };
  return {
    ...place,
    ...(name === 'token' && { description: 'The token of the e-mail’s link' }),
    schema: { type: 'string' as const },
  };
}

export const claimSecretParameter = {
  name: 'X-Claim-Secret',
  in: 'header' as const,
  description: 'The claim’s secret, from the response to its creation',
  schema: { type: 'string' as const },
};
