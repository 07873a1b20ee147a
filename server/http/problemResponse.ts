import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { formatAccountMessage, type AccountMessageCode } from '#core/accountMessages.ts';
import type { Problem } from '#core/contract/problem.ts';
import type { ProblemResult } from './problemResult.ts';

/** Sends an error: `code` for programs, its sentence for people, `retryAfter` in seconds as Retry-After. */
export function sendProblem(
  c: Context,
  status: ContentfulStatusCode,
  code: AccountMessageCode,
  retryAfter?: number,
): Response {
  const detail = formatAccountMessage<AccountMessageCode>(
    code,
    retryAfter === undefined ? {} : { after: retryAfter },
  );
  const body: Problem = { detail, code };
  c.set('problemCode', code);
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

/** Sends an expected refusal. */
export function sendProblemResult(c: Context, { status, body, retryAfter }: ProblemResult): Response {
  if (typeof body.code === 'string') c.set('problemCode', body.code);
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
