import type { Context } from 'hono';
import * as v from 'valibot';
import { notFoundProblem } from './problem.ts';

const Uuid = v.pipe(v.string(), v.uuid());

/** Reads the uuid of a path, in any letter case. 404 for other text: PostgreSQL does not accept a zero byte. */
export function readUuid(c: Context, name = 'id'): string {
  const text = c.req.param(name);
  if (!v.is(Uuid, text)) throw notFoundProblem;
  return text;
}
