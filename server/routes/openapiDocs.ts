import { resolver } from 'hono-openapi';
import type * as v from 'valibot';
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

/** OpenAPI of the refusals that every call with a file has. */
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
