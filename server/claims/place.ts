import type { Field } from '#core/contract/calculator.ts';
import { fields } from '../catalogue/fields.ts';
import type { Currency } from '../catalogue/snapshot.ts';
import type { ClaimRow } from '../database/schema.ts';

/** Kinds of fields that money can be sent to. */
const PLACES: ReadonlySet<Field['type']> = new Set(['address', 'card', 'phone']);

/** What has to be known to send money back in this currency; for cash, whom to meet. All of it required and shown. */
export function placeFields(currency: Currency): Field[] {
  const all = fields(currency, 'from', 'default');
  const places = all.filter(({ type }) => PLACES.has(type));
  return (places.length > 0 ? places : all).map(field => ({ ...field, required: true, visible: true }));
}

/** Where a refund of this claim goes, field name → value; null until the client has said it. */
export function knownPlace(
  currency: Currency,
  claim: Pick<ClaimRow, 'from_requisites'>,
): Record<string, string> | null {
  const values = JSON.parse(claim.from_requisites) as Record<string, string>;
  const place: Record<string, string> = {};
  for (const { name } of placeFields(currency)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!value) return null;
    place[name] = value;
  }
  return place;
}
