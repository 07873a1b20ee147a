import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { block, client, network } from './address.ts';
import type { Config } from './config.ts';
import { problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Whom limits are counted by: the client's IPv4 address or IPv6 /64. Personal: never logged, stored only hashed. */
    client: string;
    /** The client's whole address, for a backend behind us. Personal: never logged, never stored. */
    address: string;
  }
}

/** A budget for each key: `capacity` at once, which comes back evenly at `rate` in `period` milliseconds. */
export interface Budget {
  capacity: number;
  rate: number;
  period: number;
}

/** Keys that are remembered at most; beyond, the longest known are forgotten first, so that memory is bounded. */
const MOST = 100_000;

/**
 * Takes one from a key's budget: 0 when there was one, else the milliseconds until there is. Kept in this process's
 * memory. `now` is in milliseconds.
 */
export function bucket({ capacity, rate, period }: Budget, now: () => number): (key: string) => number {
  const interval = period / rate;
  // One number a key says it all: the moment at which its bucket is full again.
  const fullAt = new Map<string, number>();
  let swept = now();
  return key => {
    const at = now();
    if (at - swept > period) {
      for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
      swept = at;
    }
    const full = Math.max(fullAt.get(key) ?? at, at);
    const wait = full + interval - at - capacity * interval;
    if (wait > 0) return wait;
    fullAt.delete(key);
    fullAt.set(key, full + interval);
    const oldest = fullAt.size > MOST ? fullAt.keys().next().value : undefined;
    if (oldest !== undefined) fullAt.delete(oldest);
    return 0;
  };
}

/** Calculator calls: a minute's worth and the burst at once, then the minute's pace. */
export function calculatorBudget(limits: Config['limits']): Budget {
  const { calculatorPerMinute, calculatorBurst } = limits;
  return { capacity: calculatorPerMinute + calculatorBurst, rate: calculatorPerMinute, period: 60_000 };
}

/** Attempts to create a claim, whatever became of them. */
export function claimBudget({ claimsPerHour }: Config['limits']): Budget {
  return { capacity: claimsPerHour, rate: claimsPerHour, period: 3_600_000 };
}

/** Uploads of receipts and photos, whatever became of them. */
export function uploadBudget({ uploadsPerHour }: Config['limits']): Budget {
  return { capacity: uploadsPerHour, rate: uploadsPerHour, period: 3_600_000 };
}

/**
 * Lets a client's requests through while `take` has some left for it; 429 with Retry-After then. Those that are `free`
 * cost nothing.
 */
export function limit(
  take: (key: string) => number,
  free: (c: Context) => Promise<boolean> = async () => false,
): MiddlewareHandler {
  return async (c, next) => {
    if (await free(c)) return next();
    const wait = take(c.var.client);
    if (wait > 0) return problem(c, 429, 'too_many_requests', Math.ceil(wait / 1000));
    await next();
  };
}

/** Tells everything after it who asks. Without a socket (requests in this process) it is this machine. */
export function identify(config: Config): MiddlewareHandler {
  const trusted = block(config.trustProxy);
  return async (c, next) => {
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const peer = incoming?.socket.remoteAddress ?? '127.0.0.1';
    const address = client(peer, c.req.header('x-forwarded-for'), trusted);
    c.set('address', address);
    c.set('client', network(address));
    await next();
  };
}
