import * as v from 'valibot';
import { DemoSettings } from './demo.ts';
import { decimalFromServer } from './decimal.ts';

const paymentSystemId = v.pipe(v.number(), v.integer(), v.minValue(1));

/** An ISO 8601 instant in UTC, by the server's clock. */
export const isoInstant = v.pipe(v.string(), v.isoTimestamp());

/** Why a currency or a pair cannot be exchanged now: a code of messages.ts and a sentence (Russian). */
export const ClosedReason = v.object({ code: v.string(), detail: v.string() });
export type ClosedReason = v.InferOutput<typeof ClosedReason>;

/** A city where cash is handed over; `code` goes into deep links. */
export const City = v.object({ code: v.string(), name: v.string() });
export type City = v.InferOutput<typeof City>;

/** ext: one concrete payment system of a direction (Tether in TRC20), what cur_from and cur_to name by `code`. */
export const CurrencyItem = v.object({
  id: paymentSystemId,
  code: v.string(),
  aliases: v.optional(v.array(v.string()), []),
  ticker: v.string(),
  name: v.string(),
  network: v.nullable(v.string()),
  group: v.string(),
  kind: v.picklist(['crypto', 'bank', 'system', 'cash']),
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

/** SPEC "Direction": one currency as people name it, the ids of its payment systems, and where it is shown. */
export const Direction = v.object({
  ids: v.array(paymentSystemId),
  name: v.string(),
  send: v.object({ visible: v.boolean() }),
  receive: v.object({ visible: v.boolean() }),
  items: v.optional(v.array(CurrencyItem)),
});
export type Direction = v.InferOutput<typeof Direction>;

/** GET calculator/ : every direction, in the order to show. */
export const Directions = v.array(Direction);

/** GET calculator/from/ and calculator/from/{id}/ and calculator/to/{id}/ : ids of payment systems. */
export const PaymentSystemIds = v.array(paymentSystemId);

/** A requisite to ask for. Only `visible` ones are shown; values are kept per side and `name`. */
export const RequisiteField = v.object({
  name: v.string(),
  label: v.string(),
  type: v.picklist(['card', 'phone', 'address', 'memo', 'text', 'select']),
  required: v.boolean(),
  visible: v.boolean(),
  hint: v.optional(v.nullable(v.string()), null),
  options: v.optional(v.nullable(v.array(v.object({ value: v.string(), label: v.string() }))), null),
});
export type RequisiteField = v.InferOutput<typeof RequisiteField>;

/** A requisite that the account's owner saved before. */
export const SavedRequisite = v.looseObject({
  id: v.union([v.string(), v.number()]),
  values: v.record(v.string(), v.string()),
});
export type SavedRequisite = v.InferOutput<typeof SavedRequisite>;

/** One side of a pair: what to ask for, in which limits (units of that side's currency), how to round. */
export const PairSide = v.object({
  input: v.array(RequisiteField),
  inputVerify: v.array(RequisiteField),
  currency: v.string(),
  network: v.nullable(v.string()),
  savedRequisites: v.optional(v.nullable(v.array(SavedRequisite)), null),
  congestion: v.optional(v.number(), 0),
  min: v.nullable(decimalFromServer),
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  max: v.nullable(decimalFromServer),
  roundCalculator: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18)), 2),
  notify: v.optional(v.nullable(v.string()), null),
  reserve: v.optional(v.nullable(decimalFromServer), null),
});
export type PairSide = v.InferOutput<typeof PairSide>;

const courseFields = {
  course: decimalFromServer,
  verificationCourse: v.optional(v.nullable(decimalFromServer), null),
  bonus: v.optional(v.nullable(decimalFromServer), null),
  quote: v.optional(v.nullable(v.string()), null),
  expiresAt: v.optional(v.nullable(isoInstant), null),
  now: v.optional(v.nullable(isoInstant), null),
  closed: v.optional(v.nullable(ClosedReason), null),
};

/** GET calculator/pair/{from}/{to}/ : everything the form needs for a pair. `quote` is honoured until `expiresAt`. */
export const Pair = v.object({ ...courseFields, structure: v.object({ from: PairSide, to: PairSide }) });
export type Pair = v.InferOutput<typeof Pair>;

const SideLimits = v.object({
  min: v.nullable(decimalFromServer),
  minVerification: v.optional(v.nullable(decimalFromServer), null),
  max: v.nullable(decimalFromServer),
  reserve: v.optional(v.nullable(decimalFromServer), null),
});

/** GET calculator/course/{from}/{to}/ : the fresh course and (ext) the limits that follow from it. */
export const Course = v.object({ ...courseFields, from: v.optional(SideLimits), to: v.optional(SideLimits) });
export type Course = v.InferOutput<typeof Course>;

/** One line of GET calculator/reserves/ : free reserve of a payment system in its own unit. */
export const Reserve = v.object({
  id: paymentSystemId,
  code: v.string(),
  name: v.string(),
  network: v.nullable(v.string()),
  currency: v.string(),
  icon: v.string(),
  decimals: v.number(),
  amount: decimalFromServer,
  updatedAt: isoInstant,
});
export type Reserve = v.InferOutput<typeof Reserve>;
export const Reserves = v.array(Reserve);

/**
 * A cur_from or cur_to that is not shown, and the code shown instead. ext: `closed` says why a known currency, or its
 * pair with the other side, is unavailable; an unknown code has none.
 */
export const CodeReplacement = v.object({
  side: v.picklist(['from', 'to']),
  wanted: v.string(),
  chosen: v.string(),
  closed: v.optional(ClosedReason),
});
export type CodeReplacement = v.InferOutput<typeof CodeReplacement>;

/** GET calculator/settings/ ; with cur_from and cur_to also (ext) the chosen pair and all a first paint needs. */
export const CalculatorSettings = v.object({
  filters: v.optional(v.array(v.string()), []),
  contest: v.optional(v.nullable(v.looseObject({ title: v.string(), endsAt: isoInstant })), null),
  captchaLogin: v.optional(v.boolean(), false),
  verificationFirst: v.optional(v.boolean(), false),
  usePublicId: v.optional(v.boolean(), false),
  ...DemoSettings.entries,
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  city: v.optional(v.nullable(v.string())),
  replaced: v.optional(v.array(CodeReplacement)),
  directions: v.optional(Directions),
  toIds: v.optional(PaymentSystemIds),
  pair: v.optional(Pair),
});
export type CalculatorSettings = v.InferOutput<typeof CalculatorSettings>;

/** GET calculator/tech/ : whether the exchange is closed for maintenance. */
export const MaintenanceStatus = v.object({
  tech: v.boolean(),
  until: v.optional(v.nullable(isoInstant), null),
});
export type MaintenanceStatus = v.InferOutput<typeof MaintenanceStatus>;

/** GET calculator/chat/ : the chat's script, or null when there is no chat. */
export const ChatSettings = v.object({ result: v.nullable(v.object({ src: v.pipe(v.string(), v.url()) })) });
export type ChatSettings = v.InferOutput<typeof ChatSettings>;
