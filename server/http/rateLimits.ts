import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { resolveClientAddress, toNetworkKey } from './ipAddress.ts';
import type { Config } from '../config.ts';
import { sendProblem } from './problemResponse.ts';

/** A token bucket: `capacity` tokens, refilled evenly at `rate` tokens per `period` milliseconds. */
export interface RateLimitBudget {
  capacity: number;
  rate: number;
  period: number;
}

/** Largest number of keys in memory; the oldest is dropped first. */
const MAX_TRACKED_CLIENTS = 100_000;

/**
 * Creates a function that takes one token of a key. It returns 0, or the milliseconds until the next token if none is
 * left. The state is in this process's memory. `now` is in milliseconds.
 */
export function createTokenBucket(
  { capacity, rate, period }: RateLimitBudget,
  now: () => number,
): (key: string) => number {
  const interval = period / rate;
  // The state of a bucket is one number: the time at which it is full again.
  const fullAt = new Map<string, number>();
  let lastCleanupAt = now();
  return key => {
    const at = now();
    if (at - lastCleanupAt > period) {
      for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
      lastCleanupAt = at;
    }
    const full = Math.max(fullAt.get(key) ?? at, at);
    const waitMs = full + interval - at - capacity * interval;
    if (waitMs > 0) return waitMs;
    fullAt.delete(key);
    fullAt.set(key, full + interval);
    const oldestKey = fullAt.size > MAX_TRACKED_CLIENTS ? fullAt.keys().next().value : undefined;
    if (oldestKey !== undefined) fullAt.delete(oldestKey);
    return 0;
  };
}

/** Names of the budgets. */
export type BudgetName = 'calculator' | 'claim' | 'upload';

/** The configured budget: calculator requests, attempts to create a claim, uploaded files, each per client network. */
export function createBudget(name: BudgetName, limits: Config['limits']): RateLimitBudget {
  const hourly = (rate: number) => ({ capacity: rate, rate, period: 3_600_000 });
  const { calculatorPerMinute, calculatorBurst } = limits;
  switch (name) {
    case 'calculator':
      return { capacity: calculatorPerMinute + calculatorBurst, rate: calculatorPerMinute, period: 60_000 };
    case 'claim':
      return hourly(limits.claimsPerHour);
    case 'upload':
      return hourly(limits.uploadsPerHour);
  }
}

/** Returns 429 with Retry-After when a client has no token left. Requests for which `isExempt` holds cost nothing. */
export function limitRequests(
  takeToken: (key: string) => number,
  isExempt: (c: Context) => Promise<boolean> = async () => false,
): MiddlewareHandler {
  return async (c, next) => {
    if (await isExempt(c)) return next();
    const waitMs = takeToken(c.var.clientNetwork);
    if (waitMs > 0) return sendProblem(c, 429, 'too_many_requests', Math.ceil(waitMs / 1000));
    await next();
  };
}

/** Sets `clientAddress` and `clientNetwork`. Requests without a socket (in-process) count as 127.0.0.1. */
export function identifyClient(config: Config): MiddlewareHandler {
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const peer = incoming?.socket.remoteAddress ?? '127.0.0.1';
    const address = resolveClientAddress(peer, c.req.header('x-forwarded-for'), config.trustProxy);
    c.set('clientAddress', address);
    c.set('clientNetwork', toNetworkKey(address));
    await next();
  };
}
