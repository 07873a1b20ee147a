import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { sendProblem } from './problemResponse.ts';

/** Responds to unknown paths with 404 and to thrown errors with 500, both as JSON; logs the errors. */
export function registerErrorHandlers(app: Hono, log: Logger): void {
  app.notFound(c => sendProblem(c, 404, 'not_found'));
  app.onError((error, c) => {
    log.error({ err: error, id: c.var.requestId }, 'a request failed');
    return sendProblem(c, 500, 'server_error');
  });
}
