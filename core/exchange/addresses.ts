import { base64, base64url } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check, monero, refuse, ripple, solana } from './base58.ts';
import type { Reader } from './base58.ts';
import { cardano, cashaddr, segwit } from './bech32.ts';
import type { Verdict } from './requisites.ts';

/** No address here is longer than 108 characters; longer text is not decoded at all. */
const MAX_LENGTH = 120;

/** Ethereum and all networks like it. Mixed case must be the EIP-55 one; any other case is stored as EIP-55. */
const ethereum: Reader = text => {
  const hex = /^0x([0-9a-f]{40})$/i.exec(text)?.[1];
  if (hex === undefined) return refuse('format');
  const lower = hex.toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(lower));
  const value = [...lower].map((digit, i) => {
    const nibble = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0);
    return nibble & 8 ? digit.toUpperCase() : digit;
  });
  const mixed = hex !== lower && hex !== hex.toUpperCase();
  return mixed && hex !== value.join('') ? refuse('checksum') : { ok: true, value: `0x${value.join('')}` };
};

/** CRC-16/XMODEM: zero over data that ends with its own sum. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum & 0x8000 ? 0x11021 : 0);
  }
  return sum;
}

/**
 * TON user-friendly form: flags, workchain, 32-byte hash and CRC16 in 48 characters of base64 or base64url; stored as
 * base64url. The raw form (0:hex) has no checksum and is refused by a code.
 */
const ton: Reader = text => {
  if (/^-?\d+:[0-9a-f]{64}$/i.test(text)) return refuse('raw_address');
  let bytes: Uint8Array;
  try {
    bytes = (/[+/]/.test(text) ? base64 : base64url).decode(text);
  } catch {
    return refuse('format');
  }
  if (bytes.length !== 36) return refuse('format');
  if (crc16(bytes) !== 0) return refuse('checksum');
  const [flags = 0, workchain = 0] = bytes;
  if (flags === 0x91 || flags === 0xd1) return refuse('testnet');
  const payable = (flags === 0x11 || flags === 0x51) && (workchain === 0 || workchain === 0xff);
  return payable ? { ok: true, value: base64url.encode(bytes) } : refuse('format');
};

/** Two forms of one network: accepted by either, else the refusal that tells more. */
function either(a: Reader, b: Reader): Reader {
  return text => {
    const first = a(text);
    if (first.ok || first.code !== 'format') return first;
    return b(text);
  };
}

/**
 * A reader a network family, by the name people know the network by. Litecoin's old 3… addresses look exactly like
 * Bitcoin's, so they are Bitcoin's here; wallets give M… or ltc1… for the same.
 */
const families = {
  BTC: either(segwit('bc', ['tb', 'bcrt']), base58check([0x00, 0x05], [0x6f, 0xc4])),
  LTC: either(segwit('ltc', ['tltc', 'rltc']), base58check([0x30, 0x32], [0x6f, 0xc4, 0x3a])),
  BCH: cashaddr,
  DOGE: base58check([0x1e, 0x16], [0x71, 0xc4]),
  DASH: base58check([0x4c, 0x10], [0x8c, 0x13]),
  XMR: monero,
  TRC20: base58check([0x41]),
  XRP: ripple,
  TON: ton,
  SOL: solana,
  ADA: cardano,
  'ERC20/BEP20': ethereum,
} satisfies Record<string, Reader>;

type Family = keyof typeof families;

/** Currency code → the family its addresses are of and the name of its own network. */
const currencies = new Map<string, { family: Family; network: string }>([
  ...(['BTC', 'LTC', 'BCH', 'DOGE', 'DASH', 'XMR', 'XRP', 'TON', 'SOL', 'ADA'] as const).map(
    code => [code, { family: code, network: code }] as const,
  ),
  ['TRX', { family: 'TRC20', network: 'TRC20' }],
  ['USDTTRC20', { family: 'TRC20', network: 'TRC20' }],
  ['ETH', { family: 'ERC20/BEP20', network: 'ERC20' }],
  ['USDTERC20', { family: 'ERC20/BEP20', network: 'ERC20' }],
  ['USDCERC20', { family: 'ERC20/BEP20', network: 'ERC20' }],
  ['BNBBEP20', { family: 'ERC20/BEP20', network: 'BEP20' }],
  ['USDTBEP20', { family: 'ERC20/BEP20', network: 'BEP20' }],
  ['USDTTON', { family: 'TON', network: 'TON' }],
]);

/**
 * An address of the currency `code` (any case): the form to store, or why not. An address of another network is told
 * as `other_network` with the network it belongs to; a currency without addresses here as `unsupported`.
 */
export function address(code: string, text: string): Verdict {
  const currency = currencies.get(code.toUpperCase());
  if (!currency) return refuse('unsupported');
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  if (trimmed.length > MAX_LENGTH) return { ok: false, code: 'too_long', max: MAX_LENGTH };
  const own = families[currency.family](trimmed);
  if (own.ok || !(own.code === 'format' || own.code === 'checksum')) return own;
  for (const [network, read] of Object.entries(families))
    if (read(trimmed).ok) return { ok: false, code: 'other_network', network, expected: currency.network };
  return own;
}
