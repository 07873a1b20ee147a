import * as v from 'valibot';
import { signedDecimalFromServer } from '../account/signedDecimal.ts';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { decimal, decimalFromServer } from '../decimal.ts';
import { pageFields } from '../page.ts';
import { ClaimReference } from './claims.ts';

/** The reserve of a currency. */
export const OperatorReserve = v.object({
  /** Code of the currency: USDTTRC20. */
  code: v.string(),
  /** Name with the network: Tether TRC20. */
  name: v.string(),
  /** Ticker of the amounts. */
  currency: v.string(),
  /** All that the exchange has, with all decimals. */
  amount: decimalFromServer,
  /** The part that is promised to claims or has to be returned. */
  held: decimalFromServer,
  /** The part that visitors see. */
  free: decimalFromServer,
  /** The smallest amount that a client can receive. */
  min: decimalFromServer,
  /** Whether clients can receive the currency, and less than the smallest amount is free. */
  isSmall: v.boolean(),
  /** When it changed last; null: never. */
  updatedAt: v.nullable(isoInstant),
});
export type OperatorReserve = v.InferOutput<typeof OperatorReserve>;

/** GET operator/reserves/ (ext): all reserves, in the order of the currencies. */
export const OperatorReserves = v.object({ results: v.array(OperatorReserve) });

/** What changed a reserve. `hold`, `release`: of a claim. `receipt`, `payout`: money in and out. `operator`: a person. */
export const RESERVE_ENTRY_KINDS = ['seed', 'hold', 'release', 'payout', 'receipt', 'operator'] as const;

/** An entry of a reserve’s ledger. */
export const ReserveEntry = v.object({
  /** id of the entry. */
  id: v.string(),
  at: isoInstant,
  /** What happened. */
  kind: v.picklist(RESERVE_ENTRY_KINDS),
  /** Who set the total, as in the audit log; null: nobody did, or it is not recorded. */
  by: v.nullable(v.string()),
  /** Change of the total. */
  amountChange: signedDecimalFromServer,
  /** Change of the held part. */
  heldChange: signedDecimalFromServer,
  /** The claim that caused it; null: none. */
  claim: v.nullable(ClaimReference),
  /** The total after the entry. */
  amount: signedDecimalFromServer,
  /** The held part after the entry. */
  held: signedDecimalFromServer,
});
export type ReserveEntry = v.InferOutput<typeof ReserveEntry>;

/** GET operator/reserves/{code}/entries/ (ext): a page of the ledger, newest first. */
export const ReserveEntries = v.object({
  ...pageFields,
  /** Entries of this page. */
  results: v.array(ReserveEntry),
});

/** POST operator/reserves/{code}/ (ext): the new total, including what is held. */
export const ReserveChange = v.object({
  /** The new total. */
  value: decimal,
  /** The total that the person saw, as the list has it. */
  seen: decimal,
  /** Sets it although it is at least ten times more or less than the present total. */
  force: v.optional(v.boolean(), false),
});
export type ReserveChange = v.InferOutput<typeof ReserveChange>;

/** 409 `reserve_changed` and `reserve_held` (ext): why the total was not set. */
export const ReserveConflict = v.looseObject({
  /** The present total. */
  amount: v.optional(decimalFromServer),
  /** The part that is held, which the total cannot be below. */
  held: v.optional(decimalFromServer),
});

/**
 * List the reserves.
 *
 * @returns All reserves.
 */
export const listOperatorReservesCall: Call<v.InferOutput<typeof OperatorReserves>> = {
  method: 'GET',
  path: '/api/v1/operator/reserves/',
  response: OperatorReserves,
};

/**
 * List the ledger of a reserve, newest first. Parameters: `page`, `size`.
 *
 * @returns One page of entries.
 * @throws 400 The invalid parameter.
 * @throws 404 `not_found`: there is no such currency.
 */
export const listReserveEntriesCall: Call<
  v.InferOutput<typeof ReserveEntries>,
  undefined,
  `${string}{code}${string}`
> = {
  method: 'GET',
  path: '/api/v1/operator/reserves/{code}/entries/',
  response: ReserveEntries,
};

/**
 * Set the total of a reserve.
 *
 * @returns The reserve.
 * @throws {LimitProblem} 400 `value`: `number_format`.
 * @throws 404 `not_found`: there is no such currency.
 * @throws {ReserveConflict} 409 `reserve_changed` with `amount`: the total is not the one seen. `reserve_held` with
 * `held`: more is held. `reserve_far` with `from` and `to`: the total is at least ten times more or less than before, send
 * `force` if it is right.
 */
export const changeReserveCall: Call<OperatorReserve, ReserveChange, `${string}{code}${string}`> = {
  method: 'POST',
  path: '/api/v1/operator/reserves/{code}/',
  response: OperatorReserve,
};
