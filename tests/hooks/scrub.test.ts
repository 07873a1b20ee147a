import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { scrubText, scrubValue } from '#site/monitoring/scrub.ts';

const UUID = '0b6f8f6e-7b0f-4a53-9d3a-3b1f8d9c1a11';
const SECRET = 'q7Zt0m-Yx2kVbNs_4Hf8RgWcLpDaEuTj1oKiQeXyMnB';

describe('removes', () => {
  test.each([
    // Cards and accounts in all formats
    '2200000000000004',
    '2200 0000 0000 0004',
    '2200\u00a00000\u00a00000\u00a00004',
    '2200-0000-0000-0004',
    '40817810099910004312',
    // Phones
    '+79161234567',
    '8 (916) 123-45-67',
    '+7 916 123 45 67',
    '+375 29 123-45-67',
    // E-mails
    'ivan.petrov+x@mail.example.com',
    'ivan%40example.com',
    'иван@почта.рф'.replace('иван', 'ivan'),
    '@razmen_demo',
    // Wallets of every supported network
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1sw50qgdz25j',
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
    'XpESxaUmonkq8RaLLp46Brx2K39ggQe226',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'TRNHqjeKQxGTCiqZYpLotSzgjLjtABcDeF',
    'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
    'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
    'So11111111111111111111111111111111111111112',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xde709f2102306220921060314715629080e2fb77',
    // Secrets with and without digits
    SECRET,
    SECRET.replace(/\d/g, 'w'),
  ])('%s', secret => {
    for (const message of [
      secret,
      `Не удалось отправить ${secret}: сервер не ответил`,
      `{"card":"${secret}","a":1}`,
      `${secret},${secret}`,
    ]) {
      const scrubbed = scrubText(message);
      expect(scrubbed).not.toContain(secret);
      expect(scrubbed).toContain('[…]');
    }
    expect(JSON.stringify(scrubValue({ deep: [{ inside: secret }], [secret]: 1 }))).not.toContain(secret);
  });

  test('removes query and hash of an address except the pair', () => {
    expect(scrubText(`https://exchange.example/claim/${UUID}#${SECRET}`)).toBe(
      `https://exchange.example/claim/${UUID}`,
    );
    expect(scrubText(`${UUID}#${SECRET}`)).toBe(UUID);
    expect(scrubText('/?cur_from=BTC&cur_to=SBERRUB&promocode=SALE10&rid=ivan#how')).toBe(
      '/?cur_from=BTC&cur_to=SBERRUB&promocode=[…]&rid=[…]',
    );
    expect(
      scrubValue({ 'http.query': '?promocode=SALE10', 'url.fragment': 'x', headers: { Cookie: 'a=b' } }),
    ).toEqual({
      'http.query': '[…]',
      'url.fragment': '[…]',
      headers: { Cookie: '[…]' },
    });
  });

  test('removes input quoted by an error', () => {
    const readParseError = (text: string) => {
      try {
        return String(JSON.parse(text));
      } catch (error) {
        return String(error);
      }
    };
    for (const invalidJson of [
      'Анна Смирнова',
      '{"fio": Анна}',
      `{"fio": ${'Анна '.repeat(30)}}`,
      `{"a": "${'b'.repeat(99)}", "c": Анна}`,
    ]) {
      expect(readParseError(invalidJson)).toContain('Анна');
      expect(scrubText(readParseError(invalidJson))).not.toContain('Анна');
      expect(scrubText(readParseError(invalidJson))).toContain('SyntaxError');
    }
    const shape = v.safeParse(v.object({ n: v.number() }), { n: 'Анна Смирнова' });
    expect(shape.issues?.[0].message).toContain('Анна');
    expect(scrubText(String(shape.issues?.[0].message))).toBe(
      'Invalid type: Expected number but received […]',
    );
  });

  test('removes a card number given as a number, keeps timestamps', () => {
    expect(scrubValue({ card: 2200000000000004, at: 1_795_270_000_123, seconds: 1795270000.123 })).toEqual({
      card: '[…]',
      at: 1_795_270_000_123,
      seconds: 1795270000.123,
    });
  });
});

describe('keeps', () => {
  test.each([
    `Заявка № 482913: /claim/${UUID}`,
    '00000000-0000-4000-8000-000000000000',
    'c7651be0c7651be0c7651be0c7651be0',
    'TypeError: undefined is not a function (reading «fromSumma»)',
    '/assets/AccountVerification-BY7dX2fa.js:12:40123',
    'body > div#root > main#main.container > exchange-widget',
    '2026-11-21T14:06:05.123Z',
    '1 234 567,89 ₽',
    '1795270000.123',
    '0.123456789012345678',
    'getServerSnapshotOfSomethingLong',
    'npm:@sentry/react',
    'color:#aacf17',
  ])('%s', text => expect(scrubText(text)).toBe(text));

  test('the style sheets of a replay', () => {
    const style = { _cssText: '@media (width<40rem){a{color:#aacf17}}', type: 2 };
    expect(scrubValue(style)).toEqual(style);
    const inline = { type: 3, textContent: '@font-face{}', isStyle: true };
    expect(scrubValue(inline)).toEqual(inline);
  });
});

test('scrubs a long text in linear time', () => {
  // With quadratic time these inputs would take hours.
  const began = performance.now();
  for (const piece of ['a', '1 ', '/', '#', '&a=', 'aB3-', '@a.', '+7 '])
    scrubText(piece.repeat(200_000 / piece.length));
  expect(performance.now() - began).toBeLessThan(5_000);
});
