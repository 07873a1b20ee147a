import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { Tech } from '#core/contract/calculator.ts';
import type { Backend } from './backend.ts';

/** Milliseconds: the backend's word is good for this long, and this much longer while it is asked again. */
const FRESH = 2_000;
const STALE = 3_000;

/** It is waited for this long, milliseconds. */
const WAIT = 500;

/** Closed until nobody knows when: ask again in this many seconds. */
const RETRY = 60;

/** What has no page: scripts, styles, pictures, the widget. */
const FILE = /\.\w+$/;

/**
 * Lets the web host know that the exchange behind us is closed for maintenance. A backend that does not answer counts as
 * open: its pages are there, and say themselves that it is away.
 */
export function closed(backend: Backend, now: () => number = Date.now): MiddlewareHandler {
  let told: { tech: Tech | null; at: number } | null = null;
  let asking: Promise<void> | null = null;

  async function ask(client: string) {
    const answer = v.safeParse(Tech, await backend.ask('/api/v1/calculator/tech/', client, WAIT));
    told = { tech: answer.success ? answer.output : null, at: now() };
    asking = null;
  }

  return async (c, next) => {
    // A file is the same in maintenance, and nobody's script waits for a backend.
    if (FILE.test(c.req.path)) return next();
    const age = told ? now() - told.at : Infinity;
    if (age > FRESH) asking ??= ask(c.var.address);
    // Who comes first, or after a while, waits; among many it is the last word meanwhile.
    if (age > FRESH + STALE) await asking;
    const { tech, until } = told?.tech ?? { tech: false, until: null };
    if (tech) c.set('closed', Math.max(1, until ? Math.ceil((Date.parse(until) - now()) / 1000) : RETRY));
    await next();
  };
}
