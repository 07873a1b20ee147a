import { base64, base64url } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import {
  createBase58CheckValidator,
  validateMoneroAddress,
  refuseAddress,
  validateRippleAddress,
  validateSolanaAddress,
} from './base58.ts';
import type { AddressValidator } from './base58.ts';
import { validateCardanoAddress, validateCashAddress, createSegwitValidator } from './bech32.ts';
import { findTokenByContract } from '../tokenContracts.ts';
import type { RequisiteVerdict } from './validateRequisite.ts';

/** Longest text that is decoded; the longest supported address has 108 characters. */
const MAX_ADDRESS_LENGTH = 120;

/** Ethereum and compatible networks. Mixed case must match EIP-55; other addresses are stored as EIP-55. */
export const validateEthereumAddress: AddressValidator = text => {
  const hex = /^0x([0-9a-f]{40})$/i.exec(text)?.[1];
  if (hex === undefined) return refuseAddress('format');
  const lower = hex.toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(lower));
  const value = [...lower].map((digit, i) => {
    const nibble = (hash[i >> 1] ?? 0) >> (i % 2 === 0 ? 4 : 0);
    return nibble & 8 ? digit.toUpperCase() : digit;
  });
  const isMixedCase = hex !== lower && hex !== hex.toUpperCase();
  return isMixedCase && hex !== value.join('')
    ? refuseAddress('checksum')
    : { ok: true, value: `0x${value.join('')}` };
};

/** CRC-16/XMODEM; the result over data followed by its checksum is zero. */
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
 * base64url. The raw form (0:hex) has no checksum and is refused as `raw_address`.
 */
export const validateTonAddress: AddressValidator = text => {
  if (/^-?\d+:[0-9a-f]{64}$/i.test(text)) return refuseAddress('raw_address');
  let bytes: Uint8Array;
  try {
    bytes = (/[+/]/.test(text) ? base64 : base64url).decode(text);
  } catch {
    return refuseAddress('format');
  }
  if (bytes.length !== 36) return refuseAddress('format');
  if (crc16(bytes) !== 0) return refuseAddress('checksum');
  const [flags = 0, workchain = 0] = bytes;
  if (flags === 0x91 || flags === 0xd1) return refuseAddress('testnet');
  const isPayable = (flags === 0x11 || flags === 0x51) && (workchain === 0 || workchain === 0xff);
  return isPayable ? { ok: true, value: base64url.encode(bytes) } : refuseAddress('format');
};

/** TRON, without refusal of contracts. */
export const validateTronAddress = createBase58CheckValidator([0x41]);

/** Combines the validators of two address formats; the more specific refusal takes precedence. */
function firstMatching(a: AddressValidator, b: AddressValidator): AddressValidator {
  return text => {
    const first = a(text);
    if (first.ok || first.code !== 'format') return first;
    return b(text);
  };
}

/**
 * Validators by network family. Litecoin's old 3… addresses equal Bitcoin's and count as
 * Bitcoin; Litecoin wallets show them as M… or ltc1….
 */
const validatorsByNetwork = {
  BTC: firstMatching(
    createSegwitValidator('bc', ['tb', 'bcrt']),
    createBase58CheckValidator([0x00, 0x05], [0x6f, 0xc4]),
  ),
  LTC: firstMatching(
    createSegwitValidator('ltc', ['tltc', 'rltc']),
    createBase58CheckValidator([0x30, 0x32], [0x6f, 0xc4, 0x3a]),
  ),
  BCH: validateCashAddress,
  DOGE: createBase58CheckValidator([0x1e, 0x16], [0x71, 0xc4]),
  DASH: createBase58CheckValidator([0x4c, 0x10], [0x8c, 0x13]),
  XMR: validateMoneroAddress,
  TRC20: validateTronAddress,
  XRP: validateRippleAddress,
  TON: validateTonAddress,
  SOL: validateSolanaAddress,
  ADA: validateCardanoAddress,
  'ERC20/BEP20': validateEthereumAddress,
} satisfies Record<string, AddressValidator>;

type NetworkFamily = keyof typeof validatorsByNetwork;

/** Currency code → the family of its addresses and the name of its network. */
const networkByCurrency = new Map<string, { family: NetworkFamily; network: string }>([
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
 * Validates an address of the currency `code` (any case) and returns the form to store. The contract of a known token is
 * refused as `contract_address`, an address of another network as `other_network` with that network; a currency without
 * address validation as `unsupported`.
 */
export function validateAddress(code: string, text: string): RequisiteVerdict {
  const currency = networkByCurrency.get(code.toUpperCase());
  if (!currency) return refuseAddress('unsupported');
  const trimmed = text.trim();
  if (trimmed === '') return refuseAddress('empty');
  if (trimmed.length > MAX_ADDRESS_LENGTH) return { ok: false, code: 'too_long', max: MAX_ADDRESS_LENGTH };
  const verdict = validatorsByNetwork[currency.family](trimmed);
  if (verdict.ok) return refuseContract(verdict.value) ?? verdict;
  if (!(verdict.code === 'format' || verdict.code === 'checksum')) return verdict;
  for (const [network, validate] of Object.entries(validatorsByNetwork)) {
    const foreign = validate(trimmed);
    if (foreign.ok)
      return (
        refuseContract(foreign.value) ?? {
          ok: false,
          code: 'other_network',
          network,
          expected: currency.network,
        }
      );
  }
  return verdict;
}

/** Refuses the contract of a token: it has no owner, so that money sent to it is lost. */
function refuseContract(address: string): RequisiteVerdict | null {
  const token = findTokenByContract(address);
  return token ? { ok: false, code: 'contract_address', token: token.ticker } : null;
}
