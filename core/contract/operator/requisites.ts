import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call } from '../call.ts';
import { createRequiredText } from './requiredText.ts';

/** How a public key becomes an address. */
export const ADDRESS_FORMATS = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'cashaddr', 'ethereum', 'tron'] as const;
export type AddressFormat = (typeof ADDRESS_FORMATS)[number];

/** A requisite that clients pay to. */
export const OperatorRequisite = v.object({
  /** id of the requisite. */
  id: v.string(),
  /** Address, card or phone; of an extended public key the first address of its wallet, which no claim gets. */
  value: v.string(),
  /** Name of the recipient; null: an address. */
  holder: v.nullable(v.string()),
  /** Bank of the recipient; null: an address. */
  bank: v.nullable(v.string()),
  /** Whether each claim gets a tag or comment of its own. */
  hasMemo: v.boolean(),
  /** Whether new claims get it. */
  isOn: v.boolean(),
  /** Number of open claims that are paid to it. */
  claims: v.number(),
  /** When a claim got it last; null: never. */
  usedAt: v.nullable(isoInstant),
  /** The extended public key that gives each claim an address of its own; null: `value` itself is paid to. */
  key: v.nullable(
    v.object({
      /** How its addresses are written. */
      format: v.picklist(ADDRESS_FORMATS),
      /** How many addresses claims have got. */
      given: v.number(),
      /** How many of them since the last paid one. A wallet finds money only within its gap limit, usually 20. */
      unpaid: v.number(),
    }),
  ),
});
export type OperatorRequisite = v.InferOutput<typeof OperatorRequisite>;

/** A currency with the requisites that clients pay to. */
export const CurrencyRequisites = v.object({
  /** Code of the currency. */
  code: v.string(),
  /** Name with the network. */
  name: v.string(),
  /** What its requisites are. */
  kind: v.picklist(['address', 'card', 'phone']),
  /** Whether it accepts extended public keys. */
  hasKeys: v.boolean(),
  /** Whether claims need one: clients can send the currency, and no merchant accepts it. */
  isNeeded: v.boolean(),
  /** Number of claims that wait for a requisite. */
  waiting: v.number(),
  /** Its requisites, the oldest first. */
  requisites: v.array(OperatorRequisite),
});
export type CurrencyRequisites = v.InferOutput<typeof CurrencyRequisites>;

/** GET operator/requisites/ (ext): all currencies that are not cash, in display order. */
export const OperatorRequisites = v.object({ currencies: v.array(CurrencyRequisites) });
export type OperatorRequisites = v.InferOutput<typeof OperatorRequisites>;

const text = createRequiredText();

/** POST operator/requisites/ (ext): a new requisite, which is on at once. */
export const NewRequisite = v.object({
  /** Code of the currency. */
  currency: v.string(),
  /** Address or extended public key, card, or phone. */
  value: text,
  /** Name of the recipient of a card or phone. */
  holder: v.optional(text),
  /** Bank of the recipient of a card or phone. */
  bank: v.optional(text),
  /** With a key, the first receiving address that the wallet shows. */
  address: v.optional(text),
});
export type NewRequisite = v.InferInput<typeof NewRequisite>;

const REQUISITES = '/api/v1/operator/requisites/';

/**
 * List the requisites that clients pay to. `changeValueCall` switches one on and off.
 *
 * @returns The currencies with their requisites.
 */
export const listRequisitesCall: Call<OperatorRequisites> = {
  method: 'GET',
  path: REQUISITES,
  response: OperatorRequisites,
};

/**
 * Add a requisite that clients pay to.
 *
 * @returns The currencies with their requisites.
 * @throws {LimitProblem} 400 `value`: the code of its format, `key_…`, `requisite_known`. `address`: `empty`,
 * `key_address`. `holder`, `bank`: `empty`, `sentence_format`.
 * @throws 404 `not_found`: there is no such currency, or it is cash.
 */
export const addRequisiteCall: Call<OperatorRequisites, NewRequisite> = {
  method: 'POST',
  path: REQUISITES,
  response: OperatorRequisites,
};
