import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#server/platform/passwords/passwordHash.ts';
import { createPasswordHasher } from '#server/platform/passwords/passwordHasher.ts';
import { STRONG_PASSWORD } from './support/accountBrowser.ts';

const client = { network: '203.0.113.0/24', isKnownDevice: false };

test('a new hash has the cost of production', async () => {
  const pattern = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;
  expect(await hashPassword(STRONG_PASSWORD)).toMatch(pattern);
  expect(await createPasswordHasher().hash(STRONG_PASSWORD, client)).toMatch(pattern);
});

test('a hash is verified with its own cost', async () => {
  const hash = await hashPassword(STRONG_PASSWORD, { memory: 16, passes: 3, parallelism: 2 });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=16,t=3,p=2\$/);
  expect(await verifyPassword(STRONG_PASSWORD, hash)).toBe(true);
  expect(await verifyPassword(`${STRONG_PASSWORD}!`, hash)).toBe(false);
  expect(await createPasswordHasher().verify(STRONG_PASSWORD, hash, client)).toBe(true);
});

test('no hash matches no password', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword(STRONG_PASSWORD, '')).toBe(false);
});
