import type { RequisiteField } from '#core/contract/course/pair.ts';
import type { SideName } from '#core/exchange/course.ts';
import type { Currency } from '../../catalogue/catalogueSnapshot.ts';
import { listRequisiteFields } from '../../catalogue/requisiteFields.ts';

/** Replaces erased digits and letters. */
const ERASED = '•';

/** Masks an erased value by the type of its field. Addresses and comments are public in their network. */
const KEPT_BY_TYPE: Readonly<Record<RequisiteField['type'], (value: string) => string>> = {
  card: value => eraseMiddle(value, 4, 4),
  phone: value => eraseMiddle(value, 2, 4),
  text: value => eraseMiddle(value, 2, 0),
  address: value => value,
  memo: value => value,
  select: value => value,
};

/** Erases the requisites of one side: «2200••••••••0004». A field that the side no longer has counts as text. */
export function eraseRequisites(
  currency: Currency,
  side: SideName,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const types = new Map(
    listRequisiteFields(currency, side, 'verification').map(({ name, type }) => [name, type] as const),
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, KEPT_BY_TYPE[types.get(name) ?? 'text'](value)]),
  );
}

/** Whether the value was erased and can no longer receive money. */
export const isErased = (value: string): boolean => value.includes(ERASED);

function eraseMiddle(value: string, start: number, end: number): string {
  const erased = Math.max(0, value.length - start - end);
  return (
    value.slice(0, start) + ERASED.repeat(erased) + value.slice(value.length - Math.min(end, value.length))
  );
}
