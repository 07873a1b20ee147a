import type { RequisiteField } from '#core/contract/course/pair.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';

const NBSP = '\u00a0';

/** The mask of a value by the type of its field. */
const maskByType: Readonly<Record<RequisiteField['type'], (value: string) => string>> = {
  card: value => formatMaskedCard(value.slice(0, 4), value.slice(-4)),
  phone: value => formatMaskedPhone(value.slice(-4)),
  address: maskAddress,
  memo: maskText,
  text: maskText,
  select: maskText,
};

/**
 * Masks the requisite that receives money, so that only its owner can recognize it: «2202 •••• 4417»,
 * «+7 ••• •••-12-34», «TXdem…k9Qz3». It is the first of `fields` with a value that can be a destination, else the first
 * with a value. «•••» without a value.
 */
export function maskRequisites(
  requisites: Readonly<Record<string, string>>,
  fields: readonly Pick<RequisiteField, 'name' | 'type'>[],
): string {
  const filledFields = fields.flatMap(({ name, type }) => {
    const value = Object.hasOwn(requisites, name) ? requisites[name] : undefined;
    return value ? [{ type, value }] : [];
  });
  const shown = filledFields.find(({ type }) => FIELD_TYPES[type].isDestination) ?? filledFields[0];
  return shown ? maskByType[shown.type](shown.value) : maskText('');
}

/** Formats a card by its first and last four digits: «2202 •••• 4417». */
export function formatMaskedCard(first4: string, last4: string): string {
  return `${first4}${NBSP}••••${NBSP}${last4}`;
}

/** Formats a Russian phone by its last four digits: «+7 ••• •••-12-34». */
export function formatMaskedPhone(last4: string): string {
  return `+7${NBSP}•••${NBSP}•••-${last4.slice(0, 2)}-${last4.slice(2)}`;
}

function maskAddress(value: string): string {
  // All CashAddr addresses share this prefix.
  const address = value.replace(/^bitcoincash:/, '');
  return address.length >= 20 ? `${address.slice(0, 5)}…${address.slice(-5)}` : maskText(address);
}

function maskText(value: string): string {
  return value.length > 4 ? `${value.slice(0, 2)}•••${value.slice(-2)}` : '•••';
}
