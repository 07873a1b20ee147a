import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSealKeyId, openSealedField, SealBrokenError, sealField } from '#server/accounts/sealedFields.ts';
import { createServerKeys, UnknownKeyError } from '#server/platform/keys/serverKeys.ts';

const current = randomBytes(32);
const databaseKey = randomBytes(32);
const keys = createServerKeys({ current, previous: null, databaseKey });
const field = { column: 'notes.text', id: 'a1' };
const TEXT = 'Карта 4111 1111 1111 1111';

test('a sealed text opens as the same field of the same row only', () => {
  const sealed = sealField(keys, field, TEXT);
  expect(sealed).not.toContain(TEXT);
  expect(openSealedField(keys, field, sealed)).toBe(TEXT);
  for (const other of [
    { ...field, id: 'a2' },
    { ...field, column: 'notes.title' },
  ])
    expect(() => openSealedField(keys, other, sealed)).toThrow(SealBrokenError);
});

test('each sealing of a text is different', () => {
  expect(sealField(keys, field, TEXT)).not.toBe(sealField(keys, field, TEXT));
});

test('a changed text does not open', () => {
  const sealed = sealField(keys, field, TEXT);
  const prefix = `${keys.currentId}.`;
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url');
  for (const position of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[position] = (changed[position] ?? 0) ^ 1;
    expect(() => openSealedField(keys, field, prefix + changed.toString('base64url'))).toThrow(
      SealBrokenError,
    );
  }
  for (const broken of [prefix, `${prefix}AAAA`])
    expect(() => openSealedField(keys, field, broken)).toThrow(SealBrokenError);
});

test('after a rotation the previous key opens, and the new one seals', () => {
  const sealed = sealField(keys, field, TEXT);
  const rotated = createServerKeys({ current: randomBytes(32), previous: current, databaseKey });
  expect(openSealedField(rotated, field, sealed)).toBe(TEXT);
  expect(getSealKeyId(sealed)).toBe(keys.currentId);
  expect(getSealKeyId(sealField(rotated, field, TEXT))).toBe(rotated.currentId);
});

test('without its key a sealed text does not open', () => {
  const sealed = sealField(keys, field, TEXT);
  const others = createServerKeys({ current: randomBytes(32), previous: null, databaseKey });
  expect(() => openSealedField(others, field, sealed)).toThrow(UnknownKeyError);
});
