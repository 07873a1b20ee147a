import { expect, test } from 'vitest';
import { calculateReserveChange, type ReserveOperation } from '#core/operator/reserveChange.ts';

const RESERVE = { amount: '1000.00', held: '200.00' };

test.each<[ReserveOperation, string, string | null, string | null]>([
  ['set', '1 250,5', '1250.50', '1050.50'],
  ['set', '0', '0.00', '-200.00'],
  ['add', '0.01', '1000.01', '800.01'],
  ['subtract', '800', '200.00', '0.00'],
  ['subtract', '800,01', '199.99', '-0.01'],
  ['subtract', '1000,01', '-0.01', '-200.01'],
  ['set', '0,001', null, null],
  ['set', '-1', null, null],
  ['set', '', null, null],
  ['add', '9'.repeat(21), null, null],
])('%s «%s» gives %s, of which %s are free', (operation, typed, amount, free) => {
  const change = calculateReserveChange(RESERVE, operation, typed);
  expect(change && [change.amount, change.free, change.isTooSmall]).toEqual(
    amount === null ? null : [amount, free, free?.startsWith('-')],
  );
});
