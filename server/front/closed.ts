import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { Tech } from '#core/contract/calculator.ts';
import type { Backend } from './backend.ts';

/** The backend's word holds for this long, milliseconds, and is waited for this long. */
const FRESH = 2_000;
const WAIT = 500;

/** Closed until nobody knows when: ask again in this many seconds. */
const RETRY = 60;

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
    if (!told || now() - told.at > FRESH) asking ??= ask(c.var.address);
    // Only the first visitor waits; later ones have the last word meanwhile.
    if (!told) await asking;
    const { tech, until } = told?.tech ?? { tech: false, until: null };
    if (tech) c.set('closed', Math.max(1, until ? Math.ceil((Date.parse(until) - now()) / 1000) : RETRY));
    await next();
  };
}
