import type { Context, MiddlewareHandler } from 'hono';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { SessionRow, UserRow } from '#server/platform/database/accountRows.ts';
import { createProblem } from '#server/platform/http/problem.ts';
import { readAccessToken } from './accessToken.ts';

/** The response to a request without a valid session. */
export const signedOutProblem = createProblem(401, 'token_not_valid');

/** The sender of a request with a valid access token. */
export interface Account {
  user: UserRow;
  session: Pick<SessionRow, 'id' | 'user_id' | 'amr'>;
  /** Time of the login, milliseconds. */
  loggedInAt: number;
  /** Time of the user's last authentication, milliseconds. */
  authenticatedAt: number;
}

/** Finds the account of a request's access token, else 401. Reads the session, so that its end has effect at once. */
export async function authenticate(
  context: Pick<ExchangeContext, 'config' | 'db' | 'keys' | 'now'>,
  c: Context,
): Promise<Account> {
  const token = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const claims = token === undefined ? null : await readAccessToken(context, token);
  if (!claims) throw signedOutProblem;
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.amr', 'sessions.created_at as logged_in_at'])
    .where('sessions.id', '=', claims.sid)
    .where('sessions.user_id', '=', claims.sub)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', BigInt(context.now()))
    .where('users.blocked_at', 'is', null)
    .executeTakeFirstOrThrow(() => signedOutProblem);
  const { amr, logged_in_at: loggedInAt, ...user } = row;
  return {
    user,
    session: { id: claims.sid, user_id: user.id, amr },
    loggedInAt: Number(loggedInAt),
    authenticatedAt: claims.auth_time * 1000,
  };
}

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
