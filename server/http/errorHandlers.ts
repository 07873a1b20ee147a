import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { OverloadedError } from '../accounts/passwords/fairQueue.ts';
import { isDatabaseUnavailable } from '../database/databaseError.ts';
import { UnknownKeyError } from '../keys/serverKeys.ts';
import { sendProblem, sendProblemResult } from './problemResponse.ts';
import { createProblem, type ProblemResult } from './problemResult.ts';

/** Retry-After while the processes get a new key one after another. */
const UNKNOWN_KEY_RETRY_SECONDS = 5;

/** Retry-After while too many passwords wait to be hashed: the queue is a few seconds long. */
const OVERLOAD_RETRY_SECONDS = 5;

const CLIENT_GAVE_UP_STATUS = 499;

/** Retry-After while the database cannot be reached: a connection is replaced at once, a standby takes seconds. */
const DATABASE_RETRY_SECONDS = 2;

/**
 * Responds to unknown paths with 404 and to thrown errors with 500, both as JSON, and logs the errors. An unavailable
 * database is 503. A claim that was created with a key of another process is 503, so that its client does not take it
 * for unknown.
 */
export function registerErrorHandlers(app: Hono, log: Logger): void {
  app.notFound(c => sendProblem(c, 404, 'not_found'));
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) {
      // Nobody reads the response; 499 is what proxies log for it.
      log.info({ id: c.var.requestId }, 'the client gave up');
      return new Response(null, { status: CLIENT_GAVE_UP_STATUS });
    }
    if (isDatabaseUnavailable(error)) {
      log.error({ err: error, id: c.var.requestId }, 'the database is unavailable');
      return sendProblemResult(c, createDatabaseProblem());
    }
    if (error instanceof OverloadedError) return sendProblem(c, 503, 'overloaded', OVERLOAD_RETRY_SECONDS);
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    if (error instanceof UnknownKeyError)
      return sendProblem(c, 503, 'server_error', UNKNOWN_KEY_RETRY_SECONDS);
    return sendProblem(c, 500, 'server_error');
  });
}

/** A 503 that says what is unavailable, so that nobody takes it for maintenance. */
function createDatabaseProblem(): ProblemResult {
  const detail = formatAccountMessage('server_error');
  return createProblem(503, 'database_unavailable', { detail, retryAfter: DATABASE_RETRY_SECONDS });
}
