import { expect, test } from 'vitest';
import { describeDetail } from '#site/operator/audit/describeDetail.ts';

type Detail = Parameters<typeof describeDetail>[0]['detail'];

test.each<[string, Detail, string]>([
  ['reserve', { from: '12000.00000000 LTC', to: '940.34293495 LTC' }, '12 000 LTC → 940,34293495 LTC'],
  ['reserve', { from: '0.00 RUB', to: '1500000.50 RUB' }, '0 ₽ → 1 500 000,50 ₽'],
  ['currency', { field: 'min', from: '60.000000 USDT', to: 'none' }, 'Минимум: 60 USDT → нет'],
  ['currency', { field: 'congestion', from: '1000', to: '2' }, 'Нагрузка сети: 1000 → 2'],
  ['claim', { from: 'waiting', to: 'paid', amount: '7000.00' }, 'Ждёт оплаты → Оплачена, сумма 7 000'],
  ['return', { amount: '50.00', reference: '1000.00' }, 'сумма 50, номер перевода 1000.00'],
  ['payment correct', { mistakenAmount: '70000.00', amount: '0.50000000' }, 'была сумма 70 000, сумма 0,5'],
  ['transfer dismiss', { amount: '12345.60 SBERRUB' }, 'сумма 12 345,60 ₽'],
  ['method', { fee: '1.00 USD' }, 'комиссия 1 USD'],
  ['pair', { field: 'margin', from: 'none', to: '1.5 %' }, 'margin: нет → 1.5 %'],
  ['close', { sentence: '5 TON' }, 'текст 5 TON'],
  ['refund', { destination: 'other' }, 'вернуть на другие реквизиты'],
  ['refund', { destination: 'payer' }, 'вернуть на реквизиты оплаты'],
])('%s %j: %s', (command, detail, text) => {
  expect(describeDetail({ command, detail }).replaceAll('\u00a0', ' ')).toBe(text);
});
