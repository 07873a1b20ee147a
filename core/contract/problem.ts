import * as v from 'valibot';

/** 401, 404, 409, 429, 503: what went wrong as a code for programs and a sentence for people (Russian). */
export const Problem = v.looseObject({
  detail: v.string(),
  code: v.string(),
});
export type Problem = v.InferOutput<typeof Problem>;

/**
 * 400: messages by field name of the body or the query; `non_field_errors` for what belongs to no field. A requisite is
 * named by its side and its own name: `toRequisites.card`.
 */
export const FieldProblem = v.record(v.string(), v.array(v.string()));
export type FieldProblem = v.InferOutput<typeof FieldProblem>;

/**
 * 400 with machine-readable detail (ext): the same field → messages, plus `codes` field → code and `limit`,
 * the decimal that an amount has to respect.
 */
export const LimitProblem = v.looseObject({
  codes: v.optional(v.record(v.string(), v.string())),
  limit: v.optional(v.string()),
});
export type LimitProblem = v.InferOutput<typeof LimitProblem>;
