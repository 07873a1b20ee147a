import { expect, test } from 'vitest';
import { suggestEmail } from '#core/exchange/requisites/emailTypo.ts';

test.each([
  // missing, additional, wrong and swapped e-mails
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.cmo', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  // the provider has one domain
  ['gmail.ru', 'gmail.com'],
  ['icloud.ru', 'icloud.com'],
  ['mial.ru', 'mail.ru'],
  ['mail.ri', 'mail.ru'],
  ['maill.ru', 'mail.ru'],
  ['yandeks.ru', 'yandex.ru'],
  ['yandex.tu', 'yandex.ru'],
  ['yndx.ru', 'yandex.ru'],
  ['ranbler.ru', 'rambler.ru'],
  ['inbx.ru', 'inbox.ru'],
  ['iclod.com', 'icloud.com'],
  ['hotmial.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['ya.ry', 'ya.ru'],
])('%s suggests %s', (typed, suggested) => {
  expect(suggestEmail(`anna@${typed}`)).toBe(`anna@${suggested}`);
});

test.each(
  (
    'gmail.com mail.ru yandex.ru ya.ru bk.ru list.ru inbox.ru icloud.com proton.me mail.com yandex.kz yandex.by ' +
    'inbox.lv mail.ee gmx.de googlemail.com ymail.com vk.com ok.ru me.com live.ru hotmail.fr outlook.de yahoo.de ' +
    'yahoo.co.uk example.com company.ru shop.example.org mail.company.ru a.ru t.me exchange.io mts.ru'
  ).split(' '),
)('%s suggests nothing', domain => {
  expect(suggestEmail(`anna@${domain}`)).toBeNull();
});

test('keeps the part before the sign', () => {
  expect(suggestEmail('anna.smirnova+exchange@gmal.com')).toBe('anna.smirnova+exchange@gmail.com');
});
