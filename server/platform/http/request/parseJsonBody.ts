import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { parseJsonText } from './parseJsonText.ts';
import { createFieldProblem, createProblem } from '../problem.ts';

/** Parses the JSON body with a schema. A refusal lists the invalid fields. `codes`: issues that keep their own code. */
export async function parseJsonBody<T>(
  c: Context,
  schema: v.GenericSchema<unknown, T>,
  codes: readonly string[] = [],
): Promise<T> {
  const result = v.safeParse(schema, parseJsonText(await c.req.text().catch(() => '')));
  if (result.success) return result.output;
  const fieldErrors = result.issues.map(issue => [
    v.getDotPath(issue)?.split('.')[0] ?? 'non_field_errors',
    { code: codes.includes(issue.message) ? issue.message : 'body_invalid' },
  ]);
  throw createFieldProblem(Object.fromEntries(fieldErrors));
}

/**
 * Returns 415 for a body that is not declared as JSON. A form of another site cannot send JSON, so its request never
 * has an effect. A request without a body passes.
 */
export const requireJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type');
  const hasBody = Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding');
  const isJson = /^application\/json\s*(;|$)/i.test(type ?? '');
  if (!isJson && (type !== undefined || hasBody)) throw createProblem(415, 'json_required');
  await next();
};
