import type { MiddlewareHandler } from 'hono';
import { createFieldProblem, notFoundProblem } from './problem.ts';

/** The character that PostgreSQL stores in no text: a query with it fails. */
export const NUL = '\0';

/** Refuses an address with NUL, for every call alike: 400 names the parameter, and no path has it. Bodies: parseJsonText. */
export const refuseNul: MiddlewareHandler = async (c, next) => {
  if (!c.req.url.includes('%00')) return next();
  const names = Object.entries(c.req.queries())
    .filter(pair => pair.flat().some(text => text.includes(NUL)))
    .map(([name]) => name.replaceAll(NUL, ''));
  if (names.length === 0) throw notFoundProblem;
  throw createFieldProblem(Object.fromEntries(names.map(name => [name, { code: 'body_invalid' }])));
};
