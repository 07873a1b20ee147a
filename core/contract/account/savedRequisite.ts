import * as v from 'valibot';
import { isoInstant } from '../calculator.ts';
import type { Call, ItemCall } from '../call.ts';
import { RequisiteField, type SavedRequisite } from '../course/pair.ts';
import { ClaimSide } from '../claim.ts';
import { VERIFICATION_STATUSES } from '../verification.ts';
import { optionalPageFields } from '../page.ts';

/** Kinds of saved requisites. A phone for transfers is a card. */
export const SAVED_REQUISITE_TYPES = ['card', 'wallet'] as const;
export type SavedRequisiteType = (typeof SAVED_REQUISITE_TYPES)[number];

/** How many requisites an account can save, and the length of their labels. */
export const MAX_SAVED_REQUISITES = 50;
export const MAX_REQUISITE_LABEL_LENGTH = 40;

/** How long a deleted requisite can be restored, seconds. */
export const REQUISITE_RESTORE_SECONDS = 60;

/** The newest verification of a saved card. `expiresAt`: of a draft, a rejected one or an approval. */
export const RequisiteVerification = v.object({
  /** id of the verification. */
  id: v.pipe(v.string(), v.uuid()),
  /** draft, pending, approved, rejected or expired. */
  status: v.picklist(VERIFICATION_STATUSES),
  /** When a draft, a rejected verification or an approval expires. */
  expiresAt: v.nullable(isoInstant),
});

/** An id of a response, from another backend also a number. The output is always text. */
export const idFromServer = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(value => String(value)),
);

/** Currency of a requisite whose backend sends none; it equals no other currency. */
const UNKNOWN_CURRENCY = { code: '', name: '', currency: '', network: null, icon: '', decimals: 2 };

/** A requisite that an account has saved. All but `id` is ext: another backend may send less. */
export const AccountRequisite = v.object({
  /** id of the requisite. */
  id: idFromServer,
  // By default functions of cards are not offered.
  /** `card`: also a phone for transfers. */
  type: v.optional(v.picklist(SAVED_REQUISITE_TYPES), 'wallet'),
  /** The owner’s name for it; may be empty. */
  label: v.optional(v.string(), ''),
  /** The currency of payouts to it. */
  currency: v.optional(ClaimSide, UNKNOWN_CURRENCY),
  // Empty if they cannot be decrypted any more; then the requisite can only be deleted.
  /** Field name → value. */
  values: v.optional(v.record(v.string(), v.string()), {}),
  /** What money is sent to, masked. */
  masked: v.optional(v.string(), ''),
  /** The newest verification of the card; null without one. */
  verification: v.optional(v.nullable(RequisiteVerification), null),
  /** From when money may be paid out to it; null: now. */
  payoutFrom: v.optional(v.nullable(isoInstant), null),
  /** When it was last part of a new claim. */
  usedAt: v.optional(v.nullable(isoInstant), null),
});
export type AccountRequisite = v.InferOutput<typeof AccountRequisite>;

/** Converts a requisite of a pair's response, which has fewer fields, with its side's currency and its fields' type. */
export function toAccountRequisite(
  { id, values, label, masked }: SavedRequisite,
  { code, type }: { code: string; type: SavedRequisiteType },
): AccountRequisite {
  const texts = { ...(v.is(v.string(), label) && { label }), ...(v.is(v.string(), masked) && { masked }) };
  return v.parse(AccountRequisite, { id, type, values, currency: { ...UNKNOWN_CURRENCY, code }, ...texts });
}

/** GET users/me/requisites/ : a page of the saved requisites, the last used first. */
export const AccountRequisites = v.object({
  ...optionalPageFields,
  /** Requisites, the last used first. */
  results: v.array(AccountRequisite),
});
export type AccountRequisites = v.InferOutput<typeof AccountRequisites>;

/**
 * GET users/me/requisites/inputs/ : the fields of a currency, to fill in for POST; without a currency the field
 * `currency`, whose options are the currencies of the type.
 */
export const RequisiteInputs = v.array(RequisiteField);
export type RequisiteInputs = v.InferOutput<typeof RequisiteInputs>;

const requisiteLabel = v.pipe(v.string(), v.trim(), v.maxLength(MAX_REQUISITE_LABEL_LENGTH));

/** POST users/me/requisites/ : `currency` is a code, `values` field name → value. Needs a recent proof of identity. */
export const RequisiteCreate = v.object({
  /** Code of the currency. */
  currency: v.pipe(v.string(), v.maxLength(40)),
  /** Field name → value, for the fields of `inputs`. */
  values: v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(255))),
  /** A name for it, at most 40 characters. */
  label: v.optional(requisiteLabel, ''),
});
export type RequisiteCreate = v.InferInput<typeof RequisiteCreate>;

/** PATCH users/me/requisites/{id}/ . */
export const RequisiteUpdate = v.object({
  /** A name for it, at most 40 characters. */
  label: requisiteLabel,
});
export type RequisiteUpdate = v.InferInput<typeof RequisiteUpdate>;

const REQUISITES = '/api/v1/users/me/requisites/';
const REQUISITE = `${REQUISITES}{id}/` as const;

/**
 * List the saved requisites, the last used first.
 *
 * @returns One page of requisites.
 * @throws 400 The invalid parameter.
 */
export const listRequisitesCall: Call<AccountRequisites> = {
  method: 'GET',
  path: REQUISITES,
  response: AccountRequisites,
};

/**
 * List the fields of a requisite; without a currency, the field that chooses one.
 *
 * @returns The fields.
 * @throws 400 The invalid parameter.
 */
export const listRequisiteInputsCall: Call<RequisiteInputs> = {
  method: 'GET',
  path: `${REQUISITES}inputs/`,
  response: RequisiteInputs,
};

/**
 * Save a requisite; money is paid out to it after 24 hours.
 *
 * @returns The requisite.
 * @throws 400 Errors by field: `currency`, `values.<name>` (also `requisite_saved`); `requisites_limit` without a
 * field.
 */
export const createRequisiteCall: Call<AccountRequisite, RequisiteCreate> = {
  method: 'POST',
  path: REQUISITES,
  response: AccountRequisite,
};

/**
 * Give a requisite another label.
 *
 * @returns The requisite.
 * @throws 400 The invalid label.
 * @throws 404 `not_found`: no such requisite of this account.
 */
export const updateRequisiteCall: ItemCall<AccountRequisite, RequisiteUpdate> = {
  method: 'PATCH',
  path: REQUISITE,
  response: AccountRequisite,
};

/**
 * Delete a requisite; it can be restored for 60 seconds.
 *
 * @returns Deleted, by this or an earlier request.
 * @throws 404 `not_found`: no such requisite of this account.
 */
export const deleteRequisiteCall: ItemCall = { method: 'DELETE', path: REQUISITE };

/**
 * Restore a requisite that was deleted less than 60 seconds ago.
 *
 * @returns The requisite.
 * @throws 404 `not_found`: no such requisite of this account.
 * @throws 409 `requisite_saved` or `requisites_limit`: its place is taken.
 */
export const restoreRequisiteCall: ItemCall<AccountRequisite> = {
  method: 'POST',
  path: `${REQUISITE}restore/`,
  response: AccountRequisite,
};
