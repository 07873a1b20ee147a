import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { createBlockList, resolveClientAddress, toNetworkKey } from './ipAddress.ts';
import type { Config } from '../config.ts';
import { sendProblem } from './problemResponse.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Whom limits are counted by: the client's IPv4 address or IPv6 /64. Personal: never logged, stored only hashed. */
    clientNetwork: string;
    /** The client's whole address, for a backend behind us. Personal: never logged, never stored. */
    clientAddress: string;
  }
}

/** A budget for each key: `capacity` at once, which comes back evenly at `rate` in `period` milliseconds. */
export interface RateLimitBudget {
  capacity: number;
  rate: number;
  period: number;
}

/** Keys that are remembered at most; beyond, the longest known are forgotten first, so that memory is bounded. */
const MAX_TRACKED_CLIENTS = 100_000;

/**
 * Takes one from a key's budget: 0 when there was one, else the milliseconds until there is. Kept in this process's
 * memory. `now` is in milliseconds.
 */
export function createTokenBucket(
  { capacity, rate, period }: RateLimitBudget,
  now: () => number,
): (key: string) => number {
  const interval = period / rate;
  // One number a key says it all: the moment at which its bucket is full again.
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

/** Calculator calls: a minute's worth and the burst at once, then the minute's pace. */
export function createCalculatorBudget(limits: Config['limits']): RateLimitBudget {
  const { calculatorPerMinute, calculatorBurst } = limits;
  return { capacity: calculatorPerMinute + calculatorBurst, rate: calculatorPerMinute, period: 60_000 };
}

/** Attempts to create a claim, whatever became of them. */
export function createClaimBudget({ claimsPerHour }: Config['limits']): RateLimitBudget {
  return { capacity: claimsPerHour, rate: claimsPerHour, period: 3_600_000 };
}

/** Uploads of receipts and photos, whatever became of them. */
export function createUploadBudget({ uploadsPerHour }: Config['limits']): RateLimitBudget {
  return { capacity: uploadsPerHour, rate: uploadsPerHour, period: 3_600_000 };
}

/**
 * Lets a client's requests through while `takeToken` has some left for it; 429 with Retry-After then. Those that are exempt
 * (`isExempt`) cost nothing.
 */
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

/** Tells everything after it who asks. Without a socket (requests in this process) it is this machine. */
export function identifyClient(config: Config): MiddlewareHandler {
  const trustedProxies = createBlockList(config.trustProxy);
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const peer = incoming?.socket.remoteAddress ?? '127.0.0.1';
    const address = resolveClientAddress(peer, c.req.header('x-forwarded-for'), trustedProxies);
    c.set('clientAddress', address);
    c.set('clientNetwork', toNetworkKey(address));
    await next();
  };
}
