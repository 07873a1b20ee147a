import type { Context, MiddlewareHandler } from 'hono';
import type { BudgetName } from './budgets.ts';
import { refuseRequest } from './refuseRequest.ts';
import type { TakeTokens } from './tokenBucket.ts';

/** Returns the limit of a budget; all callers share it. */
export type GetLimit = (budget: BudgetName) => TakeTokens;

/** Maximum number of keys of repetitions in memory. */
const MAX_REPEATED_KEYS = 10_000;

/** Which requests a limit counts, and how. */
export interface RequestCost {
  /** The budget's name, for the event of a refusal. */
  budget?: BudgetName;
  /** Tokens that a request takes; default 1. */
  tokens?: number;
  /** Counts only requests with one of these query parameters; default: all. */
  query?: readonly string[];
  /** Counts only requests with one of these methods; default: all. */
  methods?: readonly string[];
}

/** Methods of requests that change something. */
export const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Requests that repeat a successful one (`isRepetition`). They are counted in a separate bucket. */
export interface Repetitions {
  /** The key that the request has in common with its repetitions. */
  getKey: (c: Context) => string | undefined;
  /** Whether the request is a repetition. Queries the database, so it is called only if no other tokens are left. */
  isMatch: (c: Context) => Promise<boolean>;
  takeTokens: TakeTokens;
}

/**
 * Refuses with 429 and Retry-After when a client has too few tokens left. Only the first limit counts a request. A
 * repetition takes a token of `repetitions` instead, while there are any.
 */
export function limitRequests(
  takeTokens: TakeTokens,
  { budget, tokens, query, methods }: RequestCost = {},
  repetitions?: Repetitions,
): MiddlewareHandler {
  /** Keys of repetitions that need no further lookup. */
  const repeatedKeys = new Set<string>();
  return async (c, next) => {
    const isMatch =
      (!query || query.some(name => c.req.query(name) !== undefined)) &&
      (!methods || methods.includes(c.req.method));
    if (c.get('isCounted') || !isMatch) return next();
    c.set('isCounted', true);
    const clientNetwork = c.get('clientNetwork');
    const repeatedKey = repetitions?.getKey(c);
    const isKnown = repeatedKey !== undefined && repeatedKeys.has(repeatedKey);
    const taken = (isKnown && repetitions ? repetitions.takeTokens : takeTokens)(clientNetwork, tokens);
    if (typeof taken === 'number') c.set('countRequest', network => takeTokens(network, tokens) as number);
    const waitMs = await taken;
    if (waitMs > 0) {
      const mayRepeat =
        repetitions &&
        repeatedKey !== undefined &&
        !isKnown &&
        (await repetitions.takeTokens(clientNetwork)) === 0;
      if (mayRepeat && (await repetitions.isMatch(c))) return next();
      refuseRequest(budget, Math.ceil(waitMs / 1000));
    }
    if (!repetitions) return next();
    await next();
    const isRepetition = c.get('isRepetition') || c.get('problemCode') === 'idempotency_conflict';
    if (!isRepetition || repeatedKey === undefined || isKnown) return;
    await takeTokens(clientNetwork, -(tokens ?? 1));
    await repetitions.takeTokens(clientNetwork);
    if (repeatedKeys.size >= MAX_REPEATED_KEYS) repeatedKeys.clear();
    repeatedKeys.add(repeatedKey);
  };
}
