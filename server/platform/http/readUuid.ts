import type { Context } from 'hono';
import * as v from 'valibot';
import { notFoundProblem } from './problem.ts';

const Uuid = v.pipe(v.string(), v.uuid());

/** Whether a text is a uuid. */
export const isUuid = (text: unknown): text is string => v.is(Uuid, text);

/** Reads the uuid `{id}` of a path, in lower case. 404 for other text: PostgreSQL does not accept a zero byte. */
export function readUuid(c: Context): string {
  const text = c.req.param('id');
  if (!isUuid(text)) throw notFoundProblem;
  return text.toLowerCase();
}
