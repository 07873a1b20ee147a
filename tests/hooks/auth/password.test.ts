import { expect, test } from 'vitest';
import { describePassword, findPasswordError } from '#site/elements/form/describePassword.ts';
import { estimateStrength } from '#site/elements/form/estimateStrength.ts';

const describeTyped = (password: string, email = '') =>
  describePassword({ length: password.length, strength: estimateStrength(password, email) });

test('counts characters after NFKC, not UTF-16 units', () => {
  expect(findPasswordError('')).toBe('Заполните это поле');
  expect(findPasswordError('одиннадцать')).toMatch(/12\u00a0знаков$/);
  expect(findPasswordError('двенадцать12')).toBeNull();
  // Eleven emoji have 22 units.
  expect(findPasswordError('🦆'.repeat(11))).not.toBeNull();
  expect(findPasswordError('🦆'.repeat(12))).toBeNull();
  expect(findPasswordError('x'.repeat(129))).toMatch(/128\u00a0знаков$/);
});

test('names what makes a password weak', () => {
  expect(describeTyped('').level).toBe('none');
  expect(describeTyped('short').text).toBe('Ещё 7\u00a0знаков');
  expect(describeTyped('123456789012')).toMatchObject({ level: 'weak' });
  expect(describeTyped('qwertyuiop12').text).toMatch(/Добавьте необычное слово$/);
  expect(describeTyped('anna.petrova1', 'anna.petrova@example.com').text).toMatch(/^В\u00a0пароле есть/);
});

test('accepts several unusual words, also Russian ones', () => {
  for (const password of ['лампа гвоздь 77 туман', 'three quiet rivers 19'])
    expect(describeTyped(password)).toEqual({ level: 'strong', text: 'Надёжный пароль' });
});

test('an estimator that is not loaded does not stop anybody', () => {
  expect(describePassword({ length: 20, strength: null })).toEqual({ level: 'none', text: 'Длины хватает' });
});
