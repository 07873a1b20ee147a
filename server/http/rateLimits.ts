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

/**
 * Takes tokens of a key, by default one. Returns 0, or the milliseconds to wait if too few are left. A negative number
 * gives tokens back.
 */
export type TakeTokens = (key: string, tokens?: number) => number;

/** Largest number of keys of repetitions in memory. */
const MAX_REPEATED_KEYS = 10_000;

/** Largest number of keys in memory; the oldest is dropped first. */
const MAX_TRACKED_CLIENTS = 100_000;

/** Creates a full bucket for each key. The state is in this process's memory. `now` is in milliseconds. */
export function createTokenBucket(
  { capacity, rate, period }: RateLimitBudget,
  now: () => number,
): TakeTokens {
  const interval = period / rate;
  // The state of a bucket is one number: the time at which it is full again.
  const fullAt = new Map<string, number>();
  let lastCleanupAt = now();
  return (key, tokens = 1) => {
    const at = now();
    // A bucket that is smaller than a request's cost allows one request when it is full.
    const cost = Math.min(tokens, capacity) * interval;
    if (at - lastCleanupAt > period) {
      for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
      lastCleanupAt = at;
    }
    const full = Math.max(fullAt.get(key) ?? at, at);
    const waitMs = full + cost - at - capacity * interval;
    if (waitMs > 0) return waitMs;
    fullAt.delete(key);
    fullAt.set(key, full + cost);
    const oldestKey = fullAt.size > MAX_TRACKED_CLIENTS ? fullAt.keys().next().value : undefined;
    if (oldestKey !== undefined) fullAt.delete(oldestKey);
    return 0;
  };
}

/** Names of the budgets. */
export type BudgetName = 'read' | 'calculator' | 'claim' | 'repeat' | 'action' | 'upload';

/** How many times a client may repeat a creation for each one that it may start. */
const REPEATS_PER_CLAIM = 6;

/**
 * The configured budget, per client network: reads of public data, attempts to use a promocode, attempts to create a
 * claim, repetitions of a creation that succeeded, other writes, uploaded files.
 */
export function createBudget(name: BudgetName, limits: Config['limits']): RateLimitBudget {
  const hourly = (rate: number) => ({ capacity: rate, rate, period: 3_600_000 });
  const perMinute = (rate: number, burst: number) => ({ capacity: rate + burst, rate, period: 60_000 });
  switch (name) {
    case 'read':
      return perMinute(limits.readsPerMinute, limits.readsBurst);
    case 'calculator':
      return perMinute(limits.calculatorPerMinute, limits.calculatorBurst);
    case 'claim':
      return hourly(limits.claimsPerHour);
    case 'repeat':
      return hourly(limits.claimsPerHour * REPEATS_PER_CLAIM);
    case 'action':
      return perMinute(limits.actionsPerMinute, limits.actionsPerMinute);
    case 'upload':
      return hourly(limits.uploadsPerHour);
  }
}

/** Which requests a limit counts, and how. */
export interface RequestCost {
  /** Tokens that a request takes; default 1. */
  tokens?: number;
  /** Counts only requests with one of these query parameters; default: all. */
  query?: readonly string[];
  /** Counts only requests with one of these methods; default: all. */
  methods?: readonly string[];
}

/** Methods of requests that change something. */
export const WRITE_METHODS = ['POST', 'PUT', 'DELETE'] as const;

/** Requests that repeat a successful one (`isRepetition`). They are counted in a bucket of their own. */
export interface Repetitions {
  /** The key that the request has in common with its repetitions. */
  getKey: (c: Context) => string | undefined;
  /** Whether the request is one. Asks the database, so it is called only if the client has no other tokens left. */
  isMatch: (c: Context) => Promise<boolean>;
  takeTokens: TakeTokens;
}

/**
 * Returns 429 with Retry-After when a client has too few tokens left. Only the first limit counts a request. A repetition
 * takes a token of `repetitions` instead, while there are any.
 */
export function limitRequests(
  takeTokens: TakeTokens,
  { tokens, query, methods }: RequestCost = {},
  repetitions?: Repetitions,
): MiddlewareHandler {
  /** Keys of repetitions, which need not be looked up again. */
  const repeatedKeys = new Set<string>();
  return async (c, next) => {
    const isMatch =
      (!query || query.some(name => c.req.query(name) !== undefined)) &&
      (!methods || methods.includes(c.req.method));
    if (c.var.isCounted || !isMatch) return next();
    c.set('isCounted', true);
    const { clientNetwork } = c.var;
    const repeatedKey = repetitions?.getKey(c);
    const isKnown = repeatedKey !== undefined && repeatedKeys.has(repeatedKey);
    const waitMs = (isKnown && repetitions ? repetitions.takeTokens : takeTokens)(clientNetwork, tokens);
    if (waitMs > 0) {
      const mayRepeat = repetitions && !isKnown && repetitions.takeTokens(clientNetwork) === 0;
      if (!mayRepeat || !(await repetitions.isMatch(c)))
        return sendProblem(c, 429, 'too_many_requests', Math.ceil(waitMs / 1000));
      return next();
    }
    await next();
    if (!repetitions || !c.var.isRepetition || repeatedKey === undefined || isKnown) return;
    takeTokens(clientNetwork, -(tokens ?? 1));
    repetitions.takeTokens(clientNetwork);
    if (repeatedKeys.size >= MAX_REPEATED_KEYS) repeatedKeys.clear();
    repeatedKeys.add(repeatedKey);
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
