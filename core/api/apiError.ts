/**
 * How a call failed: no connection, no answer in time, an answer with an error status, or an answer that is not of the
 * shape agreed on.
 */
export type ApiErrorKind = 'network' | 'timeout' | 'http' | 'shape';

interface ApiErrorDetails {
  kind: ApiErrorKind;
  status?: number;
  code?: string;
  fields?: Record<string, string[]>;
  codes?: Record<string, string>;
  limit?: string | null;
  retryAfter?: number | null;
  body?: unknown;
  cause?: unknown;
}

function fallbackCode({ kind, status = 0 }: ApiErrorDetails): string {
  if (kind === 'network' || kind === 'timeout') return kind;
  if (kind === 'shape' || status >= 500) return 'server_error';
  if (status === 404) return 'not_found';
  return status === 429 ? 'too_many_requests' : 'body_invalid';
}

/** The one error of core/api. An aborted call rejects with the signal's own reason instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  /** Code of messages.ts: the server's, or one that follows from kind and status. */
  readonly code: string;
  /** 400: messages by field name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** 400 (ext): codes by field name. */
  readonly codes: Readonly<Record<string, string>>;
  /** 400 (ext): the limit that a sum has to respect, decimal text. */
  readonly limit: string | null;
  /** When to try again: seconds from now, null when not told. */
  readonly retryAfter: number | null;
  /** The answer's JSON, for codes that carry data (`course_changed`). Never logged. */
  readonly body: unknown;

  constructor(message: string, details: ApiErrorDetails) {
    super(message, { cause: details.cause });
    this.kind = details.kind;
    this.status = details.status ?? 0;
    this.code = details.code ?? fallbackCode(details);
    this.fields = details.fields ?? {};
    this.codes = details.codes ?? {};
    this.limit = details.limit ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.body = details.body;
  }

  /** Whether the server may have done what was asked: no answer came, a broken one or a 5xx. 503 says that it did not. */
  get isOutcomeUnknown(): boolean {
    return this.kind !== 'http' || (this.status >= 500 && this.status !== 503);
  }
}

/** Code of messages.ts for anything thrown. */
export function toErrorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'server_error';
}
