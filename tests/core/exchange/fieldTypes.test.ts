import * as v from 'valibot';
import { expect, it } from 'vitest';
import { RequisiteField } from '#core/contract/course/pair.ts';
import { FIELD_TYPES } from '#core/exchange/requisites/fieldTypes.ts';
import { listRefundFields } from '#core/exchange/requisites/listRefundFields.ts';

const createField = (name: string, type: RequisiteField['type']): RequisiteField => {
  return { name, type, label: name, required: false, visible: false, hint: null, options: null };
};

it('refunds money to cards, phones and addresses only', () => {
  const destinationTypes = Object.entries(FIELD_TYPES).flatMap(([type, { isDestination }]) =>
    isDestination ? [type] : [],
  );
  expect(destinationTypes).toEqual(['card', 'phone', 'address']);
});

it('reads a type that this client does not know as text', () => {
  const field = { ...createField('tag', 'text'), type: 'destination_tag' };
  expect(v.parse(RequisiteField, field).type).toBe('text');
});

it.each([
  [
    ['address', 'memo'],
    ['address', 'memo'],
  ],
  [['phone', 'select', 'text'], ['phone']],
  [['card', 'text'], ['card']],
  [['text'], ['text']],
  [[], []],
] as const)('of %j asks for %j before a refund, and needs all but the memo', (types, expected) => {
  const fields = listRefundFields(types.map(type => createField(type, type)));
  expect(fields.map(({ name }) => name)).toEqual(expected);
  expect(fields.every(({ type, required, visible }) => required === (type !== 'memo') && visible)).toBe(true);
});
