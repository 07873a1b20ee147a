import { describe, expect, it } from 'vitest';
import { read } from '#server/claims/body.ts';
import { hash, isKey } from '#server/claims/idempotency.ts';
import { mask } from '#server/claims/mask.ts';
import { publicNumber, tag } from '#server/claims/number.ts';
import { addressHash, isSecretOf, secretOf } from '#server/claims/secret.ts';

const key = new Uint8Array(32).fill(7);
const other = new Uint8Array(32).fill(8);
const id = '6f1c2f4e-3f0a-4c55-9d0c-2f6f5f8f9a10';

describe('the secret of a claim', () => {
  it('is the same each time, another for another claim or key', () => {
    expect(secretOf(key, id)).toMatch(/^[\w-]{43}$/);
    expect(secretOf(key, id)).toBe(secretOf(key, id));
    expect(secretOf(key, id)).not.toBe(secretOf(other, id));
    expect(secretOf(key, id)).not.toBe(secretOf(key, id.replace('6f', '7f')));
  });

  it('is recognised whole only', () => {
    const secret = secretOf(key, id);
    expect(isSecretOf(key, id, secret)).toBe(true);
    for (const wrong of ['', secret.slice(1), `${secret}a`, secret.toLowerCase(), secretOf(other, id)])
      expect(isSecretOf(key, id, wrong)).toBe(false);
  });

  it('is not what stands for an address', () => {
    expect(addressHash(key, '203.0.113.7')).not.toContain('203');
    expect(addressHash(key, '203.0.113.7')).not.toBe(addressHash(key, '203.0.113.8'));
  });
});

describe('numbers of a claim', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => BigInt(index + 1));

  it('shows each claim under its own short number, without look-alike characters', () => {
    const shown = numbers.map(number => publicNumber(key, number));
    expect(new Set(shown).size).toBe(numbers.length);
    for (const text of shown) expect(text).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(new Set(shown.slice(0, 100).map(text => text[0])).size).toBeGreaterThan(10);
    expect(publicNumber(other, 1n)).not.toBe(publicNumber(key, 1n));
  });

  it('gives each claim a destination tag of its own, within uint32', () => {
    const tags = numbers.map(number => tag(key, number));
    expect(new Set(tags).size).toBe(numbers.length);
    for (const text of tags) expect(Number(text)).toBeLessThan(2 ** 32);
  });
});

describe('an idempotency key', () => {
  it('has 8–128 visible characters', () => {
    for (const good of ['abcdefgh', '!~!~!~!~', 'x'.repeat(128)]) expect(isKey(good)).toBe(true);
    for (const bad of ['', 'abcdefg', 'x'.repeat(129), 'abcd efgh', 'ключ-ключ', 'abcdefg\n'])
      expect(isKey(bad)).toBe(false);
  });

  it('knows a body whatever the order of its fields, without the captcha’s answer', () => {
    const body = { a: 1, b: { c: ['x', 'y'], d: null }, recaptcha: 'one' };
    const same = { b: { d: null, c: ['x', 'y'] }, recaptcha: 'two', a: 1 };
    expect(hash(key, same)).toBe(hash(key, body));
    for (const changed of [
      { ...body, a: '1' },
      { ...body, b: { c: ['y', 'x'], d: null } },
      { ...body, e: 0 },
    ])
      expect(hash(key, changed)).not.toBe(hash(key, body));
    expect(hash(other, body)).not.toBe(hash(key, body));
  });
});

describe('the requisite shown', () => {
  it.each([
    [{ card: '2202201234564417', fullname: 'Иванов Иван' }, '2202\u00a0••••\u00a04417'],
    [{ bank: 'sber', phone: '+79161234567' }, '+7\u00a0•••\u00a0•••-45-67'],
    [{ address: 'TXdemoAddressThatIsLongEnough9Qz3', memo: '12345' }, 'TXdem…h9Qz3'],
    [{ account: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' }, 'qpm2q…gdx6a'],
    [{ telegram: '@razmen_demo' }, '@r•••mo'],
    [{ code: '1234' }, '•••'],
    [{}, '•••'],
  ])('%j → %s', (requisites, shown) => {
    expect(mask(requisites as Record<string, string>)).toBe(shown);
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
  const refused = (text: string) => {
    const result = read(text);
    return result.ok ? null : result.body.codes;
  };

  it('is read with its defaults, the e-mail in lower case', () => {
    const result = read(JSON.stringify(body));
    expect(result).toMatchObject({ ok: true, body: { email: 'client@example.com', quote: null } });
  });

  it.each([
    ['not JSON', '{', { non_field_errors: 'body_invalid' }],
    ['no object', 'null', { non_field_errors: 'body_invalid' }],
    ['a list for requisites', JSON.stringify({ ...body, toRequisites: 5 }), { toRequisites: 'body_invalid' }],
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
    expect(refused(text)).toEqual(codes);
  });
});
