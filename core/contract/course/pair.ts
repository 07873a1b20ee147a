import * as v from 'valibot';
import { ClosedReason, isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimalFromServer } from '../decimal.ts';

const REQUISITE_TYPES = ['card', 'phone', 'address', 'memo', 'text', 'select'] as const;

/**
 * A requisite field. Only `visible` ones are shown; values are stored per side and `name`. An earlier build of the
 * widget treats an unknown type as text, and the server validates the value. All but `name` and `visible` is ext: the
 * default type is derived from the name, the default label by `getFieldLabel`.
 */
export const RequisiteField = v.pipe(
  v.object({
    /** Key of the value in the requisites of a claim. */
    name: v.string(),
    /** Label, in Russian. */
    label: v.optional(v.string(), ''),
    /** Type of the value; it decides how the value is checked. */
    type: v.optional(v.fallback(v.picklist(REQUISITE_TYPES), 'text')),
    /** Whether a value is required. */
    required: v.optional(v.boolean(), true),
    /** Whether forms show it. */
    visible: v.boolean(),
    /** Help text, in Russian; null without one. */
    hint: v.optional(v.nullable(v.string()), null),
    /** Choices of a `select`; null for other types. */
    options: v.optional(
      v.nullable(
        v.array(
          v.object({
            /** Value to send. */
            value: v.string(),
            /** Text to show, in Russian. */
            label: v.string(),
          }),
        ),
      ),
      null,
    ),
  }),
  v.transform(field => ({
    ...field,
    type: field.type ?? REQUISITE_TYPES.find(type => type === field.name) ?? 'text',
  })),
);
export type RequisiteField = v.InferOutput<typeof RequisiteField>;

/** A requisite saved in the account. */
export const SavedRequisite = v.looseObject({
  /** id of the saved requisite. */
  id: v.union([v.string(), v.number()]),
  /** field name → value. */
  values: v.record(v.string(), v.string()),
});
export type SavedRequisite = v.InferOutput<typeof SavedRequisite>;

/** One side of a pair: its fields, limits in that side's currency, and rounding. */
export const PairSide = v.object({
  /** Fields to fill in. */
  input: v.array(RequisiteField),
  /** Fields to fill in for the verification course. */
  inputVerify: v.array(RequisiteField),
  /** Unit of this side: USDT, RUB. */
  currency: v.string(),
  /** Network shown below the name: TRC20; null if the currency has only one. */
  network: v.optional(v.nullable(v.string()), null),
  // Null also if the fields are another backend's.
  /** Requisites saved in the account; null without an account. */
  savedRequisites: v.fallback(v.optional(v.nullable(v.array(SavedRequisite)), null), null),
  /** Network load: 0 none, 1 low, 2 medium, 3 high. */
  congestion: v.fallback(v.optional(v.number(), 0), 0),
  /** Minimum amount; null if unknown. */
  min: v.optional(v.nullable(decimalFromServer), null),
  /** Minimum amount with the verification course; null: as `min`. */
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  /** Maximum amount; null if there is none. */
  max: v.optional(v.nullable(decimalFromServer), null),
  /** Digits after the decimal point. */
  roundCalculator: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)), 2),
  /** Notice about the currency, in Russian; null without one. */
  notify: v.optional(v.nullable(v.string()), null),
  /** Free reserve; null on the side to send. */
  reserve: v.optional(v.nullable(decimalFromServer), null),
  /** Amount to send that a form starts with; absent: the minimum. */
  defaultAmount: v.optional(decimalFromServer),
  /** Smallest amount to send that requires a verified card; absent if none does. */
  verificationFrom: v.optional(decimalFromServer),
});
export type PairSide = v.InferOutput<typeof PairSide>;

/** ext: the courses without the promocode of the request, to show its gain. */
export const RegularCourses = v.object({
  /** Units received for 1 unit sent, all fees included; 0 without a price. */
  course: decimalFromServer,
  /** Course for clients who verify their card; null without one. */
  verificationCourse: v.optional(v.nullable(decimalFromServer), null),
});

const courseFields = {
  ...RegularCourses.entries,
  /** Discount that the course includes, percent; null without one. */
  bonus: v.optional(v.nullable(decimalFromServer), null),
  // ext; may be less than `bonus`; absent: `bonus`.
  /** Discount that the verification course includes, percent; null without one. */
  bonusVerification: v.optional(v.nullable(decimalFromServer)),
  /** Courses without the promocode; null without one. */
  regular: v.optional(v.nullable(RegularCourses), null),
  /** Signed course to create a claim with; null if the pair is closed. */
  quote: v.optional(v.nullable(v.string()), null),
  /** The quote is valid until then; null without a quote. */
  expiresAt: v.optional(v.nullable(isoInstant), null),
  now: v.optional(v.nullable(isoInstant), null),
  /** Why the pair is closed; null if it is open. */
  closed: v.optional(v.nullable(ClosedReason), null),
};

/** GET calculator/pair/{from}/{to}/ : a pair with all data of the form. `quote` is valid until `expiresAt`. */
export const Pair = v.object({
  ...courseFields,
  /** Fields and limits, by side. */
  structure: v.object({
    /** The side to send. */
    from: PairSide,
    /** The side to receive. */
    to: PairSide,
  }),
  // ext.
  /** Whether the requisites of a claim can be saved in the account; absent without an account. */
  saveRequisites: v.optional(v.boolean()),
});
export type Pair = v.InferOutput<typeof Pair>;

const SideLimits = v.object({
  /** Minimum amount; null if unknown. */
  min: v.nullable(decimalFromServer),
  /** Minimum amount with the verification course; null: as `min`. */
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  /** Maximum amount; null if there is none. */
  max: v.nullable(decimalFromServer),
  /** Free reserve; null on the side to send. */
  reserve: v.optional(v.nullable(decimalFromServer), null),
});

/** GET calculator/course/{from}/{to}/ : the current course and (ext) its limits. */
export const Course = v.object({
  ...courseFields,
  /** Limits of the side to send; absent without a price. */
  from: v.optional(SideLimits),
  /** Limits of the side to receive; absent without a price. */
  to: v.optional(SideLimits),
});
export type Course = v.InferOutput<typeof Course>;

/**
 * Get a pair with all data of the form and a quote that is valid until `expiresAt`.
 *
 * @throws {LimitProblem} 400 `promocode_invalid`, `promocode_used` or `promocode_expired` on the field `promocode`.
 * @throws 401 `token_not_valid`: an access token was sent, and is not valid.
 * @throws 404 `currency_unknown` or `pair_unknown`.
 */
export const getPairCall: Call<Pair, undefined, '/api/v1/calculator/pair/{from}/{to}/'> = {
  method: 'GET',
  path: '/api/v1/calculator/pair/{from}/{to}/',
  response: Pair,
};

/**
 * Get the current course and limits of a pair.
 *
 * @throws {LimitProblem} 400 `promocode_invalid`, `promocode_used` or `promocode_expired` on the field `promocode`.
 * @throws 401 `token_not_valid`: an access token was sent, and is not valid.
 * @throws 404 `currency_unknown` or `pair_unknown`.
 */
export const getCourseCall: Call<Course, undefined, '/api/v1/calculator/course/{from}/{to}/'> = {
  method: 'GET',
  path: '/api/v1/calculator/course/{from}/{to}/',
  response: Course,
};
