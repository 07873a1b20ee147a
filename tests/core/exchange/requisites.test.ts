import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessCardBank, validateCardNumber } from '#core/exchange/requisites/cardNumber.ts';
import {
  validatePhone,
  validateEmail,
  validateFullName,
  validateTelegram,
  validateMemo,
} from '#core/exchange/requisites/validateRequisite.ts';

/** Appends the Luhn check digit, calculated from the right. */
function appendLuhnDigit(start: string): string {
  const total = [...start].reverse().reduce((sum, c, i) => {
    const doubled = Number(c) * (i % 2 === 0 ? 2 : 1);
    return sum + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return start + ((10 - (total % 10)) % 10);
}

describe('card', () => {
  test.each([
    ['4276 3800 1234 5676', '4276380012345676', 'Сбербанк'],
    ['2200-7000-0000-0009', '2200700000000009', 'Т-Банк'],
    ['5555\u00a05555\u20095555\u202f4444', '5555555555554444', null],
  ])('%s', (text, value, name) => {
    const number = appendLuhnDigit(value.slice(0, -1));
    const typed = text.slice(0, -1) + number.slice(-1);
    expect(validateCardNumber(typed)).toEqual({
      ok: true,
      value: number,
      ...(name && { note: { code: 'bank', bank: name } }),
    });
  });

  test.each([
    ['4111 1111 1111 1112', 'card_checksum'],
    ['4111 1111 1111 111', 'card_length'],
    ['378282246310005', 'card_length'],
    ['41111111111111111111', 'card_length'],
    ['4111 1111 1111 111a', 'card_format'],
    ['٤١١١١١١١١١١١١١١١', 'card_format'],
  ])('%s: %s', (text, code) => expect(validateCardNumber(text)).toEqual({ ok: false, code }));

  test('accepts 16 to 19 digits of any brand and refuses a changed digit or swapped neighbours', () => {
    const start = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 18 })
      .map(list => list.join(''));
    fc.assert(
      fc.property(start, fc.nat(17), fc.integer({ min: 1, max: 9 }), (digits, at, step) => {
        const number = appendLuhnDigit(digits);
        expect(validateCardNumber(number)).toMatchObject({ ok: true, value: number });
        const i = at % number.length;
        const wrong = number.slice(0, i) + ((Number(number[i]) + step) % 10) + number.slice(i + 1);
        expect(validateCardNumber(wrong)).toEqual({ ok: false, code: 'card_checksum' });
        const pair = number.slice(i, i + 2);
        // Luhn cannot see 09 and 90 swapped.
        if (pair.length === 2 && pair[0] !== pair[1] && pair !== '09' && pair !== '90')
          expect(validateCardNumber(number.slice(0, i) + pair[1] + pair[0] + number.slice(i + 2)).ok).toBe(
            false,
          );
      }),
    );
  });

  test('derives the bank from the first digits, or null', () => {
    expect(guessCardBank('2202')).toBe('Сбербанк');
    expect(guessCardBank('220')).toBeNull();
    expect(guessCardBank('5555555555554444')).toBeNull();
  });
});

describe('phone', () => {
  test.each([
    '+79161234567',
    '89161234567',
    '9161234567',
    '7 916 123 45 67',
    '8 (916) 123-45-67',
    '+7\u00a0916\u2011123\u201345\u201467',
    '8.916.123.45.67',
  ])('%s', text => expect(validatePhone(text)).toEqual({ ok: true, value: '+79161234567' }));

  test.each([
    ['8 495 123 45 67', 'phone_mobile'],
    ['+375 29 123-45-67', 'phone_country'],
    ['916123456', 'phone_format'],
    ['891612345678', 'phone_format'],
    ['позвоните мне', 'phone_format'],
    ['+7916123456o', 'phone_format'],
    ['79161234567+', 'phone_format'],
  ])('%s: %s', (text, code) => expect(validatePhone(text)).toEqual({ ok: false, code }));
});

describe('e-mail', () => {
  const label = 'a'.repeat(61);
  const longest = `${'a'.repeat(64)}@${label}.${label}.${label}.ru`;
  test.each([
    ['anna@example.com', 'anna@example.com'],
    [' Anna.Petrova+exchange@Mail.Example.RU ', 'anna.petrova+exchange@mail.example.ru'],
    ["o'neil@example.travel", "o'neil@example.travel"],
    ['anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
    [longest, longest],
  ])('%s', (text, value) => expect(validateEmail(text)).toEqual({ ok: true, value }));

  test.each([
    ['', 'empty'],
    ['anna', 'email_at'],
    ['anna.example.com', 'email_at'],
    ['@example.com', 'email_local'],
    ['anna@', 'email_domain'],
    ['anna@mail', 'email_dot'],
    ['anna@mail.', 'email_dot'],
    ['anna@mail.example.', 'email_dot'],
    ['анна@example.com', 'email_letters'],
    ['anna@examplе.com', 'email_letters'],
    ['a@b.c', 'email_dot'],
    ['a@b.', 'email_dot'],
    ['anna@@example.com', 'email_format'],
    ['anna petrova@example.com', 'email_format'],
    ['anna..p@example.com', 'email_format'],
    ['.anna@example.com', 'email_format'],
    ['anna@example..com', 'email_format'],
    ['anna@-example.com', 'email_format'],
    ['anna@127.0.0.1', 'email_format'],
    ['anna\n@example.com', 'email_format'],
    ['Anna <anna@example.com>', 'email_format'],
    [`${'a'.repeat(65)}@example.com`, 'email_format'],
  ])('%s: %s', (text, code) => expect(validateEmail(text)).toEqual({ ok: false, code }));

  test('accepts at most 254 characters', () => {
    const text = `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}`;
    const longest = text + 'c'.repeat(254 - text.length);
    expect(longest).toHaveLength(254);
    expect(validateEmail(longest.replace(/c+$/, c => `${c.slice(0, -4)}.com`)).ok).toBe(true);
    expect(validateEmail(`${longest}c`)).toEqual({ ok: false, code: 'too_long', max: 254 });
  });
});

describe('name, Telegram, memo', () => {
  test.each([
    ['Иванова  Анна', 'Иванова Анна'],
    [' Салтыков-Щедрин Михаил Евграфович ', 'Салтыков-Щедрин Михаил Евграфович'],
    ["Patrick O'Neil", "Patrick O'Neil"],
    ['Андреи\u0306 Петров', 'Андрей Петров'],
    ['Ли Ын Хэ Ким', 'Ли Ын Хэ Ким'],
  ])('name %s', (text, value) => expect(validateFullName(text)).toEqual({ ok: true, value }));

  test.each([
    ['Анна', 'name_words'],
    ['один два три четыре пять', 'name_words'],
    ['Анна 1', 'name_letters'],
    ['<b>Анна</b> Иванова', 'name_letters'],
    ['Анна -', 'name_letters'],
  ])('name %s: %s', (text, code) => expect(validateFullName(text)).toEqual({ ok: false, code }));

  test.each(['@anna_petrova', 'anna_petrova', 'https://t.me/anna_petrova', 't.me/anna_petrova/'])(
    'Telegram %s',
    text => expect(validateTelegram(text)).toEqual({ ok: true, value: '@anna_petrova' }),
  );

  test.each([
    '@anna',
    '@1anna',
    '@анна_петрова',
    '@anna-petrova',
    `@${'a'.repeat(33)}`,
    'https://evil.me/anna_p',
  ])('Telegram %s is refused', text =>
    expect(validateTelegram(text)).toEqual({ ok: false, code: 'telegram_format' }),
  );

  test.each([
    ['0', '0'],
    ['007', '7'],
    ['4294967295', '4294967295'],
    ['0'.repeat(60) + '12', '12'],
  ])('XRP tag %s', (text, value) => expect(validateMemo(text, 'xrp')).toEqual({ ok: true, value }));

  test.each([
    ['4294967296', 'tag_range'],
    ['9'.repeat(60), 'tag_range'],
    ['-1', 'tag_format'],
    ['12a', 'tag_format'],
    ['1e3', 'tag_format'],
  ])('XRP tag %s: %s', (text, code) => expect(validateMemo(text, 'XRP')).toEqual({ ok: false, code }));

  test('a TON comment has at most 120 characters, an emoji being one', () => {
    expect(validateMemo('я'.repeat(120), 'TON')).toEqual({ ok: true, value: 'я'.repeat(120) });
    expect(validateMemo('🙂'.repeat(120), 'USDTTON').ok).toBe(true);
    expect(validateMemo('я'.repeat(121), 'TON')).toEqual({ ok: false, code: 'too_long', max: 120 });
    expect(validateMemo('one\ntwo', 'TON')).toEqual({ ok: false, code: 'text_format' });
  });
});
