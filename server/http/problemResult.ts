import { formatMessage, type MessageData } from '#core/messages.ts';

/** An expected "no" on its way to the client: status and JSON body as core/contract/problem.ts describes them. */
export interface ProblemResult {
  ok: false;
  status: 400 | 404 | 409 | 429 | 503;
  body: Record<string, unknown>;
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
}

/** field → why its value was refused: a code of core/messages.ts and the data its sentence needs. */
export type FieldErrors = Record<string, MessageData & { code: string }>;

/** 400: a sentence and a code for every field; `limit` is the decimal that an amount has to respect. */
export function createFieldProblem(fieldErrors: FieldErrors, limit?: string): ProblemResult {
  const entries = Object.entries(fieldErrors);
  return {
    ok: false,
    status: 400,
    body: {
      ...Object.fromEntries(
        entries.map(([field, { code, ...data }]) => [field, [formatMessage<string>(code, data)]]),
      ),
      codes: Object.fromEntries(entries.map(([field, { code }]) => [field, code])),
      ...(limit === undefined ? {} : { limit }),
    },
  };
}

/** 404, 409, 429 or 503 with a code, its sentence and what else programs may want. */
export function createProblem(
  status: Exclude<ProblemResult['status'], 400>,
  code: string,
  { retryAfter, data, ...more }: { retryAfter?: number; data?: MessageData } & Record<string, unknown> = {},
): ProblemResult {
  const sentence = formatMessage<string>(code, { ...data, ...(retryAfter ? { after: retryAfter } : {}) });
  return {
    ok: false,
    status,
    body: { code, detail: sentence, ...more },
    ...(retryAfter ? { retryAfter } : {}),
  };
}

/** 404 for whatever is not there, or not for this asker: nobody can tell the two apart. */
export const notFoundProblem = createProblem(404, 'not_found');
