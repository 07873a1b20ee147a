import * as v from 'valibot';

/** 401, 403, 404, 409, 411, 413, 429, 503: a code for programs and a Russian sentence. */
export const Problem = v.looseObject({
  /** Human-readable message in Russian; programs must not compare it. */
  detail: v.string(),
  /** Stable error code for programs. */
  code: v.string(),
});
export type Problem = v.InferOutput<typeof Problem>;

/**
 * 400: messages by field name of the body or query; `non_field_errors` holds the others. A requisite's name includes its
 * side: `toRequisites.card`.
 */
export const FieldProblem = v.record(v.string(), v.array(v.string()));

/** 400 with details for programs (ext): also `codes` by field, and `limit`, the limit that was violated. */
export const LimitProblem = v.looseObject({
  /** field name → stable error code for programs. */
  codes: v.optional(v.record(v.string(), v.string())),
  /** The limit that the amount exceeds. */
  limit: v.optional(v.string()),
});
