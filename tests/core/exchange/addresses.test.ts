import { describe, expect, test } from 'vitest';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { findTokenByContract, TOKEN_CONTRACTS } from '#core/exchange/tokenContracts.ts';
import { PUBLISHED_ADDRESSES } from '../support/publishedAddresses.ts';

describe('published addresses', () => {
  test.each(
    Object.entries(PUBLISHED_ADDRESSES).flatMap(([code, list]) => list.map(text => [code, text] as const)),
  )('%s accepts %s unchanged', (code, text) =>
    expect(validateAddress(code, text)).toEqual({ ok: true, value: text }),
  );

  test('a Solana address has no checksum, so a note asks to check it', () => {
    for (const text of [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'So11111111111111111111111111111111111111112',
    ])
      expect(validateAddress('SOL', text)).toEqual({ ok: true, value: text, note: { code: 'check_again' } });
    expect(validateAddress('SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5')).toEqual({
      ok: false,
      code: 'format',
    });
  });

  test('every token code accepts the addresses of its network, in any case of the code', () => {
    const shared = {
      TRX: ['USDTTRC20'],
      TON: ['USDTTON'],
      ETH: ['USDTERC20', 'USDCERC20', 'USDTBEP20', 'bnbbep20'],
    };
    for (const [code, tokenCodes] of Object.entries(shared))
      for (const tokenCode of tokenCodes)
        for (const text of PUBLISHED_ADDRESSES[code] ?? [])
          expect(validateAddress(tokenCode, text)).toEqual({ ok: true, value: text });
  });
});

describe('normalizes to the stored form', () => {
  test.each([
    ['BTC', ' BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4\n', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'BCH',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [
      'BCH',
      'BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    ['ETH', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ETH', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    [
      'TON',
      'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2',
      'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
    ],
  ])('%s %s → %s', (code, text, value) => expect(validateAddress(code, text)).toEqual({ ok: true, value }));
});

describe('refuses with a reason', () => {
  test.each([
    // BIP 350, "invalid segwit addresses", and two of BIP 173
    ['BTC', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum'],
    ['BTC', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'checksum'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'checksum'],
    ['BTC', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'format'],
    ['BTC', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'format'],
    ['BTC', 'bc1pw5dgrnzv', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'format'],
    ['BTC', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'format'],
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'format'],
    ['BTC', 'bc1gmk9yu', 'format'],
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['BTC', 'bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'format'],
    // test networks
    ['BTC', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'testnet'],
    ['BTC', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'testnet'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'testnet'],
    ['BCH', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'testnet'],
    ['BCH', 'pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'testnet'],
    ['XRP', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', 'testnet'],
    ['TON', 'kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny', 'testnet'],
    [
      'ADA',
      'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgs68faae',
      'testnet',
    ],
    // formats that contain something else
    ['XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'x_address'],
    ['TON', '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe', 'raw_address'],
    ['ADA', 'stake1uyehkck0lajq8gr28t9uxnuvgcqrc6070x3k9r8048z8y5gh6ffgw', 'stake_address'],
    // CashAddr: another prefix, a 24-byte hash that cannot be paid, mixed case
    ['BCH', 'pref:pr6m7j9njldwwzlg9v7v53unlr4jkmx6ey65nvtks5', 'format'],
    ['BCH', 'bitcoincash:q9adhakpwzztepkpwp5z0dq62m6u5v5xtyj7j3h2ws4mr9g0', 'format'],
    ['BCH', 'bitcoincash:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A', 'format'],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'checksum'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
    ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'format'],
    ['TON', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q3', 'checksum'],
    ['TRX', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'checksum'],
    ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTt', 'checksum'],
    ['BTC', '', 'empty'],
    ['BTC', ' \u00a0', 'empty'],
    ['BTC', 'мой кошелёк', 'format'],
    ['SBERRUB', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
    ['constructor', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'unsupported'],
  ])('%s %s: %s', (code, text, reason) =>
    expect(validateAddress(code, text)).toEqual({ ok: false, code: reason }),
  );

  test.each([
    ['USDTERC20', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT'],
    ['USDTERC20', '0xdac17f958d2ee523a2206206994597c13d831ec7', 'USDT'],
    ['ETH', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC'],
    ['BNBBEP20', '0x55d398326f99059fF775485246999027B3197955', 'USDT'],
    ['USDTTRC20', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\n', 'USDT'],
    ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'],
    // the contract of another network
    ['USDTERC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'USDT'],
    // forms of one jetton master: bounceable in both alphabets, and not bounceable
    ['USDTTON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'USDT'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id/sDs', 'USDT'],
    ['TON', 'UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p', 'USDT'],
  ])('%s %s: the contract of a token', (code, text, token) =>
    expect(validateAddress(code, text)).toEqual({ ok: false, code: 'contract_address', token }),
  );

  test('every known contract is a valid address of its network in stored form', () => {
    const sampleCodes = { ERC20: 'ETH', BEP20: 'BNBBEP20', TRC20: 'TRX', TON: 'TON', SOL: 'SOL' } as const;
    for (const { network, address, ticker } of TOKEN_CONTRACTS) {
      expect(findTokenByContract(address)).toMatchObject({ address, ticker });
      // Invalid addresses and those of other networks have other codes.
      expect(validateAddress(sampleCodes[network], address), address).toMatchObject({ token: ticker });
    }
  });

  test('refuses an overlong text without decoding it', () => {
    expect(validateAddress('BTC', '1'.repeat(1_000_000))).toEqual({ ok: false, code: 'too_long', max: 120 });
  });
});

describe('names both networks for an address of another network', () => {
  test.each([
    ['USDTERC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TRC20', 'ERC20'],
    ['USDTTRC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ERC20/BEP20', 'TRC20'],
    ['USDTBEP20', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2', 'TON', 'BEP20'],
    ['LTC', '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'BTC', 'LTC'],
    ['BCH', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', 'BTC', 'BCH'],
    ['BTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LTC', 'BTC'],
    ['TON', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'SOL', 'TON'],
  ])('%s given %s', (code, text, network, expected) =>
    expect(validateAddress(code, text)).toEqual({ ok: false, code: 'other_network', network, expected }),
  );

  test('accepts no published address in a field of another network', () => {
    for (const [home, list] of Object.entries(PUBLISHED_ADDRESSES))
      for (const text of list)
        for (const code of Object.keys(PUBLISHED_ADDRESSES).filter(other => other !== home))
          expect(validateAddress(code, text), `${home} ${text} in ${code}`).toMatchObject({
            code: 'other_network',
          });
  });
});
