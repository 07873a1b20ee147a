import type { Context } from 'hono';
import type { MessageData } from '#core/messages.ts';
import { formatStaffMessage } from '#core/staffMessages.ts';

type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 411 | 413 | 415 | 429 | 500 | 502 | 503 | 504;

/**
 * An expected refusal, which any code may throw: a transaction rolls back, and `registerErrorHandlers` responds. Status
 * and JSON body are described in core/contract/problem.ts, whose `Problem` is a schema of the body, not this class.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly body: Readonly<Record<string, unknown>>;
  /** Retry-After, seconds. */
  readonly retryAfter: number | undefined;

  constructor(status: ProblemStatus, body: object, retryAfter?: number) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = { ...body };
    this.retryAfter = retryAfter;
  }

  /** The code; undefined for errors of fields, one of which may have the name `code`. */
  get code(): string | undefined {
    return typeof this.body.code === 'string' ? this.body.code : undefined;
  }
}

/** field → error code of core/messages.ts and the data of its sentence. */
export type FieldErrors = Record<string, MessageData & { code: string }>;

/** Creates a 400 with a sentence and a code for each field. `limit` is the violated limit as decimal text. */
export function createFieldProblem(fieldErrors: FieldErrors, limit?: string): Problem {
  const entries = Object.entries(fieldErrors);
  return new Problem(400, {
    ...Object.fromEntries(
      entries.map(([field, { code, ...data }]) => [field, [formatStaffMessage(code, data)]]),
    ),
    codes: Object.fromEntries(entries.map(([field, { code }]) => [field, code])),
    ...(limit === undefined ? {} : { limit }),
  });
}

/** Throws a refusal if there are invalid fields. */
export function refuseFields(fieldErrors: FieldErrors): void {
  if (Object.keys(fieldErrors).length > 0) throw createFieldProblem(fieldErrors);
}

/** Creates a refusal without fields: a code for programs, its sentence for people, and further members. */
export function createProblem(
  status: Exclude<ProblemStatus, 400>,
  code: string,
  {
    retryAfter,
    data,
    ...more
  }: { retryAfter?: number | undefined; data?: MessageData } & Record<string, unknown> = {},
): Problem {
  const after = retryAfter ? { after: retryAfter } : {};
  const detail = formatStaffMessage(code, { ...data, ...after });
  return new Problem(status, { code, detail, ...more }, retryAfter || undefined);
}

/** 404 for missing resources and for those that the client may not see; the response is the same. */
export const notFoundProblem = createProblem(404, 'not_found');

/** 404 for a link of an e-mail that is invalid or no longer valid. */
export const linkProblem = createProblem(404, 'link_invalid');

/** Sends a refusal, for code that has to return a response instead of throwing. */
export function sendProblem(c: Context, { status, code, body, retryAfter }: Problem): Response {
  if (code !== undefined) c.set('problemCode', code);
  return c.json(body, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

/** Creates a `catch` callback of a promise that handles refusals and rethrows other errors. */
export const onRefusal =
  <T>(handle: (problem: Problem) => T) =>
  (error: unknown): T => {
    if (error instanceof Problem) return handle(error);
    throw error;
  };
