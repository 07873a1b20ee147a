/** How a call failed: no connection, timeout, an error status, or a response that does not match the schema. */
export type ApiErrorKind = 'network' | 'timeout' | 'http' | 'shape';

interface ApiErrorDetails {
  kind: ApiErrorKind;
  status?: number;
  code?: string | undefined;
  fields?: Record<string, string[]>;
  codes?: Record<string, string> | undefined;
  limit?: string | null | undefined;
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

/** The error of every failed API call. An aborted call rejects with the signal's reason instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Code of messages.ts: the server's, or derived from kind and status. */
  readonly code: string;
  /** Status 400: messages by field name. */
  readonly fields: Readonly<Record<string, string[]>>;
  /** Status 400 (API extension): codes by field name. */
  readonly codes: Readonly<Record<string, string>>;
  /** Status 400 (API extension): the amount limit that was violated, decimal text. */
  readonly limit: string | null;
  /** Retry-After in seconds from now; null without the header. */
  readonly retryAfter: number | null;
  /** The response's JSON, for codes that carry data (`course_changed`). Never logged. */
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

  /** Whether the server may have performed the request: no response, an invalid one, or 5xx except 503. */
  get isOutcomeUnknown(): boolean {
    return this.kind !== 'http' || (this.status >= 500 && this.status !== 503);
  }
}

/** Code of messages.ts for any thrown value. */
export function toErrorCode(error: unknown): string {
  return error instanceof ApiError ? error.code : 'server_error';
}
