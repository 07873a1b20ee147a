import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AccountMessageCode } from '#core/accountMessages.ts';
import { createProblem, sendProblem } from '../problem.ts';

/** Refuses a larger body with 413 and `code`. One without a Content-Length is read up to the limit. */
export function limitBody(maxBytes: number, code: AccountMessageCode = 'body_too_large'): MiddlewareHandler {
  const limitStream = bodyLimit({
    maxSize: maxBytes,
    onError(c) {
      stopReading(c);
      return sendProblem(c, createProblem(413, code));
    },
  });
  return (c, next) => {
    // Node ends such a body at its declared length. `bodyLimit` would make a stream of it, even if it reads nothing.
    const isDeclared = c.req.header('transfer-encoding') === undefined;
    const length = Number(c.req.header('content-length') ?? NaN);
    return isDeclared && length <= maxBytes ? next() : limitStream(c, next);
  };
}

/** Detaches the reader of the body, so that the server discards the rest. */
function stopReading(c: Context): void {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  incoming?.removeAllListeners('data');
}
