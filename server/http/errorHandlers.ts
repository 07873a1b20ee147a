import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { UnknownKeyError } from '../keys/serverKeys.ts';
import { sendProblem } from './problemResponse.ts';

/** Retry-After while the processes get a new key one after another. */
const UNKNOWN_KEY_RETRY_SECONDS = 5;

/**
 * Responds to unknown paths with 404 and to thrown errors with 500, both as JSON; logs the errors. A claim that was
 * created with a key of another process is 503, so that its client does not take it for unknown.
 */
export function registerErrorHandlers(app: Hono, log: Logger): void {
  app.notFound(c => sendProblem(c, 404, 'not_found'));
  app.onError((error, c) => {
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    if (error instanceof UnknownKeyError)
      return sendProblem(c, 503, 'server_error', UNKNOWN_KEY_RETRY_SECONDS);
    return sendProblem(c, 500, 'server_error');
  });
}
