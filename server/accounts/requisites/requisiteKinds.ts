import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { SavedRequisiteType } from '#core/contract/account/savedRequisite.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import type { Currency } from '#server/exchange/catalogue/catalogueSnapshot.ts';
import { listRequisiteFields } from '#server/exchange/catalogue/requisiteFields.ts';

/** Field name → value. */
export type RequisiteValues = Readonly<Record<string, string>>;

/** Returns the requisite type of a currency; null for cash, which has none. */
export function getRequisiteType({ kind }: Pick<Currency, 'kind'>): SavedRequisiteType | null {
  if (kind === 'cash') return null;
  return kind === 'crypto' ? 'wallet' : 'card';
}

/** Lists the fields of a requisite to save: those that the form has for a payout. */
export const listSavedFields = (currency: Currency): RequisiteField[] =>
  listRequisiteFields(currency, 'to', 'default');

/** Finds the field with the payout destination. */
export const findDestinationField = (fields: readonly RequisiteField[]): RequisiteField | undefined =>
  fields.find(({ type }) => FIELD_TYPES[type].isDestination);

/**
 * Returns the payout destination as one text: equal for the same card with another spelling of its owner. Null if the
 * values have no destination.
 */
export function findDestination(currency: Currency, values: RequisiteValues): string | null {
  const fields = listSavedFields(currency);
  const destination = findDestinationField(fields);
  if (!destination || !getValue(values, destination.name)) return null;
  const parts = fields
    .filter(({ type }) => type !== 'text')
    .map(({ name }) => normalizeAddress(getValue(values, name)));
  return JSON.stringify([currency.id, ...parts]);
}

/** Whether saved values can fill the form: they must include the destination or the paying card. */
export function fitsFields(fields: readonly RequisiteField[], values: RequisiteValues): boolean {
  const destinations = fields.filter(({ type, visible }) => visible && FIELD_TYPES[type].isDestination);
  return destinations.length > 0 && destinations.every(({ name }) => getValue(values, name) !== '');
}

/** The letter case of hexadecimal addresses is a checksum, which may be missing. */
const normalizeAddress = (value: string) => (/^0x/i.test(value) ? value.toLowerCase() : value);

const getValue = (values: RequisiteValues, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : '';
