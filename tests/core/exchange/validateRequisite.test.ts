import { expect, test } from 'vitest';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { validateRequisite, listVisibleFields } from '#core/exchange/requisites/validateRequisite.ts';
import type { RequisiteVerdict } from '#core/exchange/requisites/validateRequisite.ts';

function createField(type: RequisiteField['type'], more: Partial<RequisiteField> = {}): RequisiteField {
  return {
    name: 'requisite',
    label: '',
    type,
    required: true,
    visible: true,
    hint: null,
    options: null,
    ...more,
  };
}

const options = [{ value: 'sber', label: 'Сбербанк' }];
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** What a field has besides its type, a value, the currency code of its side, and the verdict. */
type ValidationCase = readonly [
  overrides: Partial<RequisiteField>,
  value: string,
  code: string,
  verdict: RequisiteVerdict,
];

/** At least one valid and one invalid value of each type. */
const casesByType: Readonly<Record<RequisiteField['type'], readonly ValidationCase[]>> = {
  address: [
    [{}, `\u200b${tron} `, 'USDTTRC20', { ok: true, value: tron }],
    [{}, tron, 'ETH', { ok: false, code: 'other_network', network: 'TRC20', expected: 'ERC20' }],
  ],
  card: [
    [{}, '4111 1111 1111 1111', 'SBERRUB', { ok: true, value: '4111111111111111' }],
    [{}, '4111 1111 1111 1112', 'SBERRUB', { ok: false, code: 'card_checksum' }],
  ],
  phone: [
    [{}, '8 916 123-45-67', 'SBPRUB', { ok: true, value: '+79161234567' }],
    [{}, '8 495 123-45-67', 'SBPRUB', { ok: false, code: 'phone_mobile' }],
  ],
  select: [
    [{ options }, 'sber', 'SBPRUB', { ok: true, value: 'sber' }],
    [{ options }, 'Сбербанк', 'SBPRUB', { ok: false, code: 'option_unknown' }],
    [{}, 'sber', 'SBPRUB', { ok: false, code: 'option_unknown' }],
  ],
  memo: [
    [{}, '12', 'XRP', { ok: true, value: '12' }],
    [{}, 'к оплате', 'XRP', { ok: false, code: 'tag_format' }],
    [{}, 'к оплате', 'TON', { ok: true, value: 'к оплате' }],
  ],
  text: [
    [{ name: 'full_name' }, 'Анна', 'SBERRUB', { ok: false, code: 'name_words' }],
    [{ name: 'telegram' }, 'anna_p', 'CASHRUB', { ok: true, value: '@anna_p' }],
    [{ name: 'email' }, 'anna', 'CASHRUB', { ok: false, code: 'email_at' }],
    [{ name: 'comment' }, ' Двор, 2 подъезд ', 'CASHRUB', { ok: true, value: 'Двор, 2 подъезд' }],
    [{}, 'я'.repeat(256), 'CASHRUB', { ok: false, code: 'too_long', max: 255 }],
  ],
};
const fieldTypes = Object.keys(casesByType) as RequisiteField['type'][];

test.each(fieldTypes)('accepts and refuses values of a field of type %s', async type => {
  const cases = casesByType[type];
  for (const [overrides, value, code, verdict] of cases)
    expect(await validateRequisite(createField(type, overrides), value, { code }), value).toEqual(verdict);
  expect(new Set(cases.map(([, , , { ok }]) => ok))).toEqual(new Set([true, false]));
});

test.each(fieldTypes)('accepts an empty %s unless it is required', async type => {
  const context = { code: 'USDTTRC20' };
  expect(await validateRequisite(createField(type), ' \u00a0', context)).toEqual({
    ok: false,
    code: 'empty',
  });
  expect(await validateRequisite(createField(type, { required: false }), '', context)).toEqual({
    ok: true,
    value: '',
  });
});

test('is idempotent', async () => {
  const samples: readonly (readonly [RequisiteField, string, string])[] = [
    [createField('address'), 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'BCH'],
    [createField('address'), '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'ETH'],
    [createField('address'), 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2', 'TON'],
    [createField('phone'), '9161234567', 'SBPRUB'],
    [createField('memo'), '007', 'XRP'],
    [createField('text', { name: 'telegram' }), 't.me/anna_p', 'CASHRUB'],
  ];
  for (const [fieldSpec, typed, code] of samples) {
    const first = await validateRequisite(fieldSpec, typed, { code });
    if (!first.ok) throw new Error(first.code);
    expect(first.value).not.toBe(typed);
    expect(await validateRequisite(fieldSpec, first.value, { code })).toMatchObject({
      ok: true,
      value: first.value,
    });
  }
});

test('lists only visible fields', () => {
  const visibleField = createField('card');
  expect(listVisibleFields([visibleField, createField('memo', { visible: false })])).toEqual([visibleField]);
});
