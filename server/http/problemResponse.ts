import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { formatMessage, type MessageCode } from '#core/messages.ts';
import type { Problem } from '#core/contract/problem.ts';

/** An answer that says no: a code for programs, its sentence for people, and in how many seconds to try again. */
export function sendProblem(
  c: Context,
  status: ContentfulStatusCode,
  code: MessageCode,
  retryAfter?: number,
): Response {
  const detail = formatMessage<MessageCode>(code, retryAfter === undefined ? {} : { after: retryAfter });
  const body: Problem = { detail, code };
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
