import { expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/logger.ts';
import { checkNewPassword } from '#server/accounts/passwords/passwordRules.ts';
import { describePassword, findPasswordError } from '#site/elements/form/describePassword.ts';
import { estimateStrength } from '#site/elements/form/estimateStrength.ts';

const HOST = 'exchange.example';
const MIN = 12;

const describeTyped = (password: string, email = '') =>
  describePassword({ length: password.length, strength: estimateStrength(password, email, HOST) }, MIN);

test('counts characters after NFKC, not UTF-16 units', () => {
  expect(findPasswordError('', MIN)).toBe('Заполните это поле');
  expect(findPasswordError('одиннадцать', MIN)).toMatch(/12\sзнаков$/);
  expect(findPasswordError('двенадцать12', MIN)).toBeNull();
  // Eleven emoji have 22 units.
  expect(findPasswordError('🦆'.repeat(11), MIN)).not.toBeNull();
  expect(findPasswordError('🦆'.repeat(12), MIN)).toBeNull();
  expect(findPasswordError('x'.repeat(129), MIN)).toMatch(/128\sзнаков$/);
});

test('names what makes a password weak', () => {
  expect(describeTyped('').level).toBe('none');
  expect(describeTyped('short').text).toBe('Ещё 7 знаков');
  expect(describeTyped('123456789012')).toMatchObject({ level: 'weak' });
  expect(describeTyped('qwertyuiop12').text).toMatch(/Добавьте необычное слово$/);
  expect(describeTyped('anna.petrova1', 'anna.petrova@example.com').text).toMatch(/^В\sпароле есть/);
});

test('accepts several unusual words, also Russian ones', () => {
  for (const password of ['лампа гвоздь 77 туман', 'three quiet rivers 19'])
    expect(describeTyped(password)).toEqual({ level: 'strong', text: 'Надёжный пароль' });
});

test('an estimator that is not loaded does not stop anybody', () => {
  expect(describePassword({ length: 20, strength: null }, MIN)).toEqual({
    level: 'none',
    text: 'Длины хватает',
  });
});

test('names the minimum of the server', () => {
  expect(findPasswordError('двенадцать12', 20)).toMatch(/20\sзнаков$/);
  expect(describePassword({ length: 0, strength: null }, 20).text).toMatch(/^От\s20\sзнаков/);
  expect(describePassword({ length: 12, strength: null }, 20).text).toBe('Ещё 8 знаков');
});

test.each([
  ['the e-mail', 'ivan@mail.example1'],
  ['the site’s name', 'razmen-razmen'],
  ['the site’s host', 'exchange.example1'],
  ['a row of Russian keys', 'йцукенгшщзхъ'],
  ['a Russian word with a year', 'мойпароль2026'],
  ['a common password', 'password1234'],
])('the form warns of %s, which the server refuses', async (_, password) => {
  const email = 'ivan@mail.example';
  expect(describeTyped(password, email).level).not.toBe('strong');
  const context = { config: parseConfig({ PUBLIC_ORIGIN: `https://${HOST}` }), log: createLogger('silent') };
  expect(await checkNewPassword(context, password, email)).not.toBeNull();
});
