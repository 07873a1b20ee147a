import { expect, test } from 'vitest';
import { isSimilarReference } from '#server/exchange/claims/payment/similarPayments.ts';

const DATED = '9100 28.11.2026 22:17:00 3150.00';

test.each([
  [DATED, '9100'],
  [DATED, '№ 009100'],
  [DATED, '#9100 ОТ ИВАНА'],
  ['SBP-7', 'SBP-7 2026-11-28 10'],
  ['SBP-7', 'sbp-7 иван'],
])('«%s» and «%s» may be one transfer', (one, other) => {
  expect(isSimilarReference(one, other)).toBe(true);
  expect(isSimilarReference(other, one)).toBe(true);
});

test.each([
  [DATED, '91000'],
  [DATED, '28.11.2026'],
  [DATED, '9100 27.11.2026 22:17:00 3150.00'],
  [DATED, '9100 2026-11-27T22:17:00 3150.00'],
  ['00', '00 28/11/26'],
  ['СБП 9100', '9100'],
])('«%s» and «%s» are two transfers', (one, other) => {
  expect(isSimilarReference(one, other)).toBe(false);
  expect(isSimilarReference(other, one)).toBe(false);
});
