import type { MiddlewareHandler } from 'hono';
import { createFieldProblem, notFoundProblem } from '../problem.ts';

/** The character that PostgreSQL cannot store in a text: a query with it fails. */
export const NUL = '\0';

/** Refuses URLs with NUL for every call: 400 lists the parameters, 404 for a path. Bodies: parseJsonText. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (!c.req.url.includes('%00')) return next();
  const names = Object.entries(c.req.queries())
    .filter(pair => pair.flat().some(text => text.includes(NUL)))
    .map(([name]) => name.replaceAll(NUL, ''));
  if (names.length === 0) throw notFoundProblem;
  throw createFieldProblem(Object.fromEntries(names.map(name => [name, { code: 'body_invalid' }])));
};
