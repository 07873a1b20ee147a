import { describe, expect, it } from 'vitest';
import { RequisiteField } from '#core/contract/course/pair.ts';
import { parseClaimBody } from '#server/exchange/claims/create/parseClaimBody.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { hashRequestBody, isIdempotencyKey } from '#server/exchange/claims/idempotency.ts';
import { maskRequisites } from '#server/exchange/requisites/maskRequisites.ts';
import { toPublicNumber, toDestinationTag } from '#server/exchange/claims/claimNumber.ts';
import {
  deriveClaimSecret,
  deriveEmailSecret,
  matchClaimSecret,
} from '#server/exchange/claims/claimSecret.ts';
import { createTestKeys } from '../../support/accountKeys.ts';

const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);
const keys = createTestKeys(7);
const otherKeys = createTestKeys(8);
const claim = { id: '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10', secret_key_id: keys.currentId };

describe('the secret of a claim', () => {
  it('is deterministic per claim and key', () => {
    const secret = deriveClaimSecret(keys, claim);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(deriveClaimSecret(keys, claim)).toBe(secret);
    expect(deriveClaimSecret(otherKeys, { ...claim, secret_key_id: otherKeys.currentId })).not.toBe(secret);
    expect(deriveClaimSecret(keys, { ...claim, id: claim.id.replace('6f', '7f') })).not.toBe(secret);
    expect(deriveClaimSecret(keys, { ...claim, secret_key_id: null })).not.toBe(secret);
  });

  it('matches only in full', () => {
    const secret = deriveClaimSecret(keys, claim);
    expect(matchClaimSecret(keys, claim, secret)).toBe('claim-secret');
    expect(matchClaimSecret(keys, claim, deriveEmailSecret(keys, claim))).toBe('mail-secret');
    for (const wrong of [
      '',
      secret.slice(1),
      `${secret}a`,
      secret.toLowerCase(),
      deriveClaimSecret(otherKeys, { ...claim, secret_key_id: otherKeys.currentId }),
      deriveClaimSecret(keys, { ...claim, secret_key_id: null }),
    ])
      expect(matchClaimSecret(keys, claim, wrong)).toBeNull();
  });

  it('address hashes do not contain the address', () => {
    expect(keys.hash('claim-address', '203.0.113.7')).not.toContain('203');
    expect(keys.hash('claim-address', '203.0.113.7')).not.toBe(keys.hash('claim-address', '203.0.113.8'));
  });
});

describe('numbers of a claim', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => BigInt(index + 1));

  it('shows each claim under its own short number, without look-alike characters', () => {
    const shown = numbers.map(number => toPublicNumber(key, number));
    expect(new Set(shown).size).toBe(numbers.length);
    for (const text of shown) expect(text).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(new Set(shown.slice(0, 100).map(text => text[0])).size).toBeGreaterThan(10);
    expect(toPublicNumber(otherKey, 1n)).not.toBe(toPublicNumber(key, 1n));
  });

  it('gives each claim its own destination tag within uint32', () => {
    const tags = numbers.map(number => toDestinationTag(key, number));
    expect(new Set(tags).size).toBe(numbers.length);
    for (const text of tags) expect(Number(text)).toBeLessThan(2 ** 32);
  });
});

describe('an idempotency key', () => {
  it('has 8–128 visible characters', () => {
    for (const valid of ['abcdefgh', '!~!~!~!~', 'x'.repeat(128)]) expect(isIdempotencyKey(valid)).toBe(true);
    for (const invalid of ['', 'abcdefg', 'x'.repeat(129), 'abcd efgh', 'ключ-ключ', 'abcdefg\n'])
      expect(isIdempotencyKey(invalid)).toBe(false);
  });

  it('hashes a body regardless of field order and captcha answer', () => {
    const body = { a: 1, b: { c: ['x', 'y'], d: null }, recaptcha: 'one' };
    const same = { b: { d: null, c: ['x', 'y'] }, recaptcha: 'two', a: 1 };
    expect(hashRequestBody(keys, same)).toEqual(hashRequestBody(keys, body));
    for (const changed of [
      { ...body, a: '1' },
      { ...body, b: { c: ['y', 'x'], d: null } },
      { ...body, e: 0 },
    ])
      for (const hash of hashRequestBody(keys, changed))
        expect(hashRequestBody(keys, body)).not.toContain(hash);
    for (const hash of hashRequestBody(otherKeys, body))
      expect(hashRequestBody(keys, body)).not.toContain(hash);
  });
});

describe('the masked requisite', () => {
  it.each([
    [{ card: '2202201234564417', text: 'Иванов Иван' }, '2202\u00a0••••\u00a04417'],
    [{ select: 'sber', phone: '+79161234567' }, '+7\u00a0•••\u00a0•••-45-67'],
    [{ address: 'TXdemoAddressThatIsLongEnough9Qz3', memo: '2202201234564417' }, 'TXdem…h9Qz3'],
    [{ address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }, 'qpm2q…gdx6a'],
    [{ address: 'short-address' }, 'sh•••ss'],
    [{ text: '@razmen_demo' }, '@r•••mo'],
    [{ text: '1234' }, '•••'],
    [{ unknown: 'value of a removed field' }, '•••'],
    [{}, '•••'],
  ])('%j, each named by its type → %s', (requisites, shown) => {
    const fields = RequisiteField.entries.type.wrapped.options.map(type => ({ name: type, type }));
    expect(maskRequisites(requisites as Record<string, string>, fields)).toBe(shown);
  });

  it('of a field whose type says text is masked as text, even if it looks like a card', () => {
    const fields = [{ name: 'memo', type: 'memo' } as const];
    expect(maskRequisites({ memo: '2202201234564417' }, fields)).toBe('22•••17');
  });
});

describe('a body', () => {
  const body = {
    email: ' Client@Example.com ',
    fromPs: 1,
    toPs: 2,
    fromSumma: '100',
    toSumma: '200.50',
    fromRequisites: {},
    toRequisites: { card: '2202201234564417' },
    withVerificationCourse: false,
  };
  const readRefusedCodes = (text: string) => {
    try {
      parseClaimBody(text);
      return null;
    } catch (error) {
      return error instanceof Problem ? error.body.codes : error;
    }
  };

  it('is parsed with defaults and a lower-case e-mail', () => {
    const result = parseClaimBody(JSON.stringify(body));
    expect(result).toMatchObject({ email: 'client@example.com', quote: null });
  });

  it.each([
    ['not JSON', '{', { non_field_errors: 'body_invalid' }],
    ['no object', 'null', { non_field_errors: 'body_invalid' }],
    [
      'a number for requisites',
      JSON.stringify({ ...body, toRequisites: 5 }),
      { toRequisites: 'body_invalid' },
    ],
    ['no e-mail', JSON.stringify({ ...body, email: undefined }), { email: 'empty' }],
    ['an e-mail without @', JSON.stringify({ ...body, email: 'client' }), { email: 'email_at' }],
    ['a comma in a sum', JSON.stringify({ ...body, fromSumma: '1,5' }), { fromSumma: 'number_format' }],
    ['a sum below zero', JSON.stringify({ ...body, toSumma: '-5' }), { toSumma: 'number_format' }],
    ['a number for a sum', JSON.stringify({ ...body, fromSumma: 5 }), { fromSumma: 'body_invalid' }],
    ['text for an id', JSON.stringify({ ...body, fromPs: '1' }), { fromPs: 'body_invalid' }],
    [
      'a requisite too long',
      JSON.stringify({ ...body, toRequisites: { card: '2'.repeat(256) } }),
      { 'toRequisites.card': 'too_long' },
    ],
  ])('names the field: %s', (_, text, codes) => {
    expect(readRefusedCodes(text)).toEqual(codes);
  });
});
