import type { MiddlewareHandler } from 'hono';
import type { ExchangeContext } from '#server/exchange/context.ts';
import { authenticate, type Account } from './sessions/authenticate.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The account of the access token; missing for guests and for routes without accounts. */
    account?: Account;
  }
}

/**
 * Sets `account` for a request with an access token; 401 `token_not_valid` if it is not valid, so that the client
 * refreshes it instead of continuing as a guest. Requests without a token count as a guest's.
 */
export function identifyAccount(
  context: Pick<ExchangeContext, 'config' | 'db' | 'keys' | 'now'>,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.header('authorization') !== undefined) c.set('account', await authenticate(context, c));
    await next();
  };
}
