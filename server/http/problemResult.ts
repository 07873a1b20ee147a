import { formatAccountMessage } from '#core/accountMessages.ts';
import type { MessageData } from '#core/messages.ts';

/** An expected refusal: status and JSON body as described in core/contract/problem.ts. */
export interface ProblemResult {
  ok: false;
  status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503;
  body: Record<string, unknown>;
  /** Retry-After, seconds. */
  retryAfter?: number;
}

/** field → error code of core/messages.ts and the data of its sentence. */
export type FieldErrors = Record<string, MessageData & { code: string }>;

/** Creates a 400 with a sentence and a code for each field. `limit` is the violated limit as decimal text. */
export function createFieldProblem(fieldErrors: FieldErrors, limit?: string): ProblemResult {
  const entries = Object.entries(fieldErrors);
  return {
    ok: false,
    status: 400,
    body: {
      ...Object.fromEntries(
        entries.map(([field, { code, ...data }]) => [field, [formatAccountMessage<string>(code, data)]]),
      ),
      codes: Object.fromEntries(entries.map(([field, { code }]) => [field, code])),
      ...(limit === undefined ? {} : { limit }),
    },
  };
}

/** Creates a 401, 403, 404, 409, 413, 429 or 503 with a code, its sentence and further members. */
export function createProblem(
  status: Exclude<ProblemResult['status'], 400>,
  code: string,
  { retryAfter, data, ...more }: { retryAfter?: number; data?: MessageData } & Record<string, unknown> = {},
): ProblemResult {
  const sentence = formatAccountMessage<string>(code, {
    ...data,
    ...(retryAfter ? { after: retryAfter } : {}),
  });
  return {
    ok: false,
    status,
    body: { code, detail: sentence, ...more },
    ...(retryAfter ? { retryAfter } : {}),
  };
}

/** 404 for what does not exist and for what the client may not see; the response is the same. */
export const notFoundProblem = createProblem(404, 'not_found');
