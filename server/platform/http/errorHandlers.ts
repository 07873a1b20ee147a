import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { OverloadedError } from '../passwords/fairQueue.ts';
import { isDatabaseUnavailable } from '../database/databaseError.ts';
import { UnknownKeyError } from '../keys/serverKeys.ts';
import { createProblem, notFoundProblem, Problem, sendProblem } from './problem.ts';

const CLIENT_GAVE_UP_STATUS = 499;

const serverProblem = createProblem(500, 'server_error');

/** The processes get a new key one after another. */
const unknownKeyProblem = createProblem(503, 'server_error', { retryAfter: 5 });

/** Too many passwords wait to be hashed: the queue takes a few seconds. */
const overloadProblem = createProblem(503, 'overloaded', { retryAfter: 5 });

/**
 * The database cannot be reached: a connection is replaced at once, a standby takes seconds. The code distinguishes
 * this from maintenance.
 */
const databaseProblem = createProblem(503, 'database_unavailable', {
  detail: formatAccountMessage('server_error'),
  retryAfter: 2,
});

/**
 * Responds to unknown paths with 404, to refusals (`Problem`) with their status, and to other errors with 500, which it
 * logs; all as JSON. 503 for an unavailable database. A claim that was created with a key of another process also gets
 * 503, so that its client does not treat it as unknown.
 */
export function registerErrorHandlers(app: Hono, log: Logger): void {
  app.notFound(c => sendProblem(c, notFoundProblem));
  app.onError((error, c) => {
    if (error instanceof Problem) return sendProblem(c, error);
    if (c.req.raw.signal.aborted) {
      // The client does not read the response; proxies log 499 for it.
      log.info({ id: c.var.requestId }, 'the client gave up');
      return new Response(null, { status: CLIENT_GAVE_UP_STATUS });
    }
    if (isDatabaseUnavailable(error)) {
      log.error({ err: error, id: c.var.requestId }, 'the database is unavailable');
      return sendProblem(c, databaseProblem);
    }
    if (error instanceof OverloadedError) return sendProblem(c, overloadProblem);
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    return sendProblem(c, error instanceof UnknownKeyError ? unknownKeyProblem : serverProblem);
  });
}
