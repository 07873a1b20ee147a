import * as v from 'valibot';
import { decimalFromServer } from './decimal.ts';

const paymentSystemId = v.pipe(v.number(), v.integer(), v.minValue(1));

/** An ISO 8601 instant in UTC of the server's clock. */
export const isoInstant = v.pipe(v.string(), v.isoTimestamp());

/** Why a currency or a pair is closed: a code of messages.ts and a Russian sentence, "" if there is none. */
export const ClosedReason = v.object({ code: v.string(), detail: v.string() });
export type ClosedReason = v.InferOutput<typeof ClosedReason>;

/** A city for cash; `code` is used in deep links. */
export const City = v.object({ code: v.string(), name: v.string() });
export type City = v.InferOutput<typeof City>;

/** Kind of a currency. Its icon is a circle for `crypto`, and a rounded square for money. */
const currencyKind = v.picklist(['crypto', 'bank', 'system', 'cash']);

/** Optional in responses of other backends. */
export const optionalCurrencyKind = v.optional(currencyKind, 'crypto');

/** ext: one payment system of a direction (Tether in TRC20); cur_from and cur_to contain its `code`. */
export const CurrencyItem = v.object({
  id: paymentSystemId,
  code: v.string(),
  aliases: v.optional(v.array(v.string()), []),
  searchWords: v.optional(v.array(v.string())),
  ticker: v.string(),
  name: v.string(),
  network: v.nullable(v.string()),
  group: v.string(),
  kind: currencyKind,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)),
  min: v.optional(decimalFromServer),
  icon: v.string(),
  cities: v.optional(v.array(City), []),
  closed: v.optional(v.object({ send: v.nullable(ClosedReason), receive: v.nullable(ClosedReason) }), {
    send: null,
    receive: null,
  }),
});
export type CurrencyItem = v.InferOutput<typeof CurrencyItem>;

/** One currency, the ids of its payment systems, and the sides that it is visible on. */
export const Direction = v.object({
  ids: v.array(paymentSystemId),
  name: v.string(),
  send: v.object({ visible: v.boolean() }),
  receive: v.object({ visible: v.boolean() }),
  items: v.optional(v.array(CurrencyItem)),
});
export type Direction = v.InferOutput<typeof Direction>;

/** GET calculator/ : all directions in display order. */
export const Directions = v.array(Direction);

/** GET calculator/from/ and calculator/from/{id}/ and calculator/to/{id}/ : ids of payment systems. */
export const PaymentSystemIds = v.array(paymentSystemId);

const REQUISITE_TYPES = ['card', 'phone', 'address', 'memo', 'text', 'select'] as const;

/**
 * A requisite field. Only `visible` ones are shown; values are stored per side and `name`. An earlier build of the
 * widget treats an unknown type as text, and the server validates the value. All but `name` and `visible` is ext: the
 * default type is derived from the name, the default label by `getFieldLabel`.
 */
export const RequisiteField = v.pipe(
  v.object({
    name: v.string(),
    label: v.optional(v.string(), ''),
    type: v.optional(v.fallback(v.picklist(REQUISITE_TYPES), 'text')),
    required: v.optional(v.boolean(), true),
    visible: v.boolean(),
    hint: v.optional(v.nullable(v.string()), null),
    options: v.optional(v.nullable(v.array(v.object({ value: v.string(), label: v.string() }))), null),
  }),
  v.transform(field => ({
    ...field,
    type: field.type ?? REQUISITE_TYPES.find(type => type === field.name) ?? 'text',
  })),
);
export type RequisiteField = v.InferOutput<typeof RequisiteField>;

/** A requisite saved in the account. */
export const SavedRequisite = v.looseObject({
  id: v.union([v.string(), v.number()]),
  values: v.record(v.string(), v.string()),
});
export type SavedRequisite = v.InferOutput<typeof SavedRequisite>;

/** One side of a pair: its fields, limits in that side's currency, and rounding. */
export const PairSide = v.object({
  input: v.array(RequisiteField),
  inputVerify: v.array(RequisiteField),
  currency: v.string(),
  network: v.optional(v.nullable(v.string()), null),
  /** Null: there are none, or the fields are another backend's. */
  savedRequisites: v.fallback(v.optional(v.nullable(v.array(SavedRequisite)), null), null),
  congestion: v.fallback(v.optional(v.number(), 0), 0),
  min: v.optional(v.nullable(decimalFromServer), null),
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  max: v.optional(v.nullable(decimalFromServer), null),
  roundCalculator: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)), 2),
  notify: v.optional(v.nullable(v.string()), null),
  reserve: v.optional(v.nullable(decimalFromServer), null),
  defaultAmount: v.optional(decimalFromServer),
  verificationFrom: v.optional(decimalFromServer),
});
export type PairSide = v.InferOutput<typeof PairSide>;

/** ext: the courses without the promocode of the request, to show its gain. */
export const RegularCourses = v.object({
  course: decimalFromServer,
  verificationCourse: v.optional(v.nullable(decimalFromServer), null),
});

const courseFields = {
  course: decimalFromServer,
  verificationCourse: v.optional(v.nullable(decimalFromServer), null),
  bonus: v.optional(v.nullable(decimalFromServer), null),
  /** ext: the discount that `verificationCourse` contains, which may be less; absent: `bonus`. */
  bonusVerification: v.optional(v.nullable(decimalFromServer)),
  regular: v.optional(v.nullable(RegularCourses), null),
  quote: v.optional(v.nullable(v.string()), null),
  expiresAt: v.optional(v.nullable(isoInstant), null),
  now: v.optional(v.nullable(isoInstant), null),
  closed: v.optional(v.nullable(ClosedReason), null),
};

/** GET calculator/pair/{from}/{to}/ : a pair with all data of the form. `quote` is valid until `expiresAt`. */
export const Pair = v.object({
  ...courseFields,
  structure: v.object({ from: PairSide, to: PairSide }),
  /** ext: whether the requisites of a claim can be saved: for a logged-in client. */
  saveRequisites: v.optional(v.boolean()),
});
export type Pair = v.InferOutput<typeof Pair>;

const SideLimits = v.object({
  min: v.nullable(decimalFromServer),
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  max: v.nullable(decimalFromServer),
  reserve: v.optional(v.nullable(decimalFromServer), null),
});

/** GET calculator/course/{from}/{to}/ : the current course and (ext) its limits. */
export const Course = v.object({ ...courseFields, from: v.optional(SideLimits), to: v.optional(SideLimits) });
export type Course = v.InferOutput<typeof Course>;

/** One row of GET calculator/reserves/ : the free reserve of a payment system in its own currency. */
export const Reserve = v.object({
  id: paymentSystemId,
  code: v.string(),
  name: v.string(),
  network: v.nullable(v.string()),
  currency: v.string(),
  kind: optionalCurrencyKind,
  icon: v.string(),
  decimals: v.number(),
  amount: decimalFromServer,
  updatedAt: isoInstant,
});
export type Reserve = v.InferOutput<typeof Reserve>;
export const Reserves = v.array(Reserve);

/**
 * A cur_from or cur_to that is not shown, and the code shown instead. ext: `closed` is why an existing currency, or its
 * pair with the other side, is unavailable; an unknown code has none.
 */
export const CodeReplacement = v.object({
  side: v.picklist(['from', 'to']),
  wanted: v.string(),
  chosen: v.string(),
  closed: v.optional(ClosedReason),
});
export type CodeReplacement = v.InferOutput<typeof CodeReplacement>;

/** GET calculator/settings/ ; with cur_from and cur_to also (ext) the resolved pair with directions and to-ids. */
export const CalculatorSettings = v.object({
  // Another backend may send both in another shape.
  filters: v.fallback(v.optional(v.array(v.string()), []), []),
  contest: v.fallback(
    v.optional(v.nullable(v.looseObject({ title: v.string(), endsAt: isoInstant })), null),
    null,
  ),
  captchaLogin: v.optional(v.boolean(), false),
  verificationFirst: v.optional(v.boolean(), false),
  usePublicId: v.optional(v.boolean(), false),
  /** ext: whether this is a demo: claims advance without money. */
  demo: v.optional(v.boolean()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  city: v.optional(v.nullable(v.string())),
  replaced: v.optional(v.array(CodeReplacement)),
  directions: v.optional(Directions),
  toIds: v.optional(PaymentSystemIds),
  pair: v.optional(Pair),
});
export type CalculatorSettings = v.InferOutput<typeof CalculatorSettings>;
