import { bytesToHex } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { MessageData } from '#core/messages.ts';

/** What the four version bytes of an extended key mean: SLIP-132, and the parameters of each coin. */
type KeyVersion =
  /** `coins`: the currencies whose wallets write it; absent: any. */
  | { name: string; kind: 'public'; coins?: readonly string[] }
  | { name: string; kind: 'private' | 'test' | 'shared' };

const versions: Readonly<Record<string, KeyVersion>> = {
  '0488b21e': { name: 'xpub', kind: 'public' },
  '049d7cb2': { name: 'ypub', kind: 'public', coins: ['BTC', 'LTC'] },
  '04b24746': { name: 'zpub', kind: 'public', coins: ['BTC', 'LTC'] },
  '019da462': { name: 'Ltub', kind: 'public', coins: ['LTC'] },
  '01b26ef6': { name: 'Mtub', kind: 'public', coins: ['LTC'] },
  '02facafd': { name: 'dgub', kind: 'public', coins: ['DOGE'] },
  '02fe52cc': { name: 'drkp', kind: 'public', coins: ['DASH'] },
  '0488ade4': { name: 'xprv', kind: 'private' },
  '049d7878': { name: 'yprv', kind: 'private' },
  '04b2430c': { name: 'zprv', kind: 'private' },
  '019d9cfe': { name: 'Ltpv', kind: 'private' },
  '01b26792': { name: 'Mtpv', kind: 'private' },
  '02fac398': { name: 'dgpv', kind: 'private' },
  '02fe52f8': { name: 'drkv', kind: 'private' },
  '04358394': { name: 'tprv', kind: 'private' },
  '044a4e28': { name: 'uprv', kind: 'private' },
  '045f18bc': { name: 'vprv', kind: 'private' },
  '043587cf': { name: 'tpub', kind: 'test' },
  '044a5262': { name: 'upub', kind: 'test' },
  '045f1cf6': { name: 'vpub', kind: 'test' },
  '0295b43f': { name: 'Ypub', kind: 'shared' },
  '02aa7ed3': { name: 'Zpub', kind: 'shared' },
};

const XPUB_VERSION = [0x04, 0x88, 0xb2, 0x1e];

/** Length of an extended key, bytes. */
const KEY_BYTES = 78;

const codec = createBase58check(sha256);

/** Depth of a key whose children are addresses. Other keys have a chain 0 for receiving, as BIP 44 says. */
const CHAIN_DEPTH = 4;

/** Why a key is refused: a sentence for the command line, and a code with its data for messages. Never the key itself. */
export interface KeyRefusal {
  ok: false;
  reason: string;
  code:
    | 'key_checksum'
    | 'key_private'
    | 'key_unknown'
    | 'key_test'
    | 'key_shared'
    | 'key_network'
    | 'key_invalid';
  /** What was seen: the first characters of such keys, and the currencies whose wallets write them. */
  data: Pick<MessageData, 'key' | 'network' | 'expected'>;
}

/**
 * The receiving chain of a valid key, whose children are the addresses. The chain is an `xpub…` without depth and
 * parent, so that an account and its chain have the same.
 */
export type KeyVerdict = { ok: true; chainKey: string } | KeyRefusal;

/** Parses an extended public key of a currency. Refuses private keys, test networks and keys of several signers. */
export function parseExtendedKey(code: string, text: string): KeyVerdict {
  const bytes = decodeKey(text.trim());
  if (!bytes) return refuseKey('key_checksum', 'This extended key is mistyped: its checksum does not match.');
  const version = versions[bytesToHex(bytes.subarray(0, 4))];
  // Also with an unknown version: the key's first byte tells.
  if (version?.kind === 'private' || bytes[45] === 0)
    return refuseKey(
      'key_private',
      `This is a private key${version ? ` (${version.name})` : ''}. The server never needs one: export the public key, and move the money if others could read this command.`,
      version && { key: version.name },
    );
  if (!version)
    return refuseKey(
      'key_unknown',
      'The first characters of this key belong to no network that the exchange knows.',
    );
  const { name: key, kind } = version;
  if (kind === 'test') return refuseKey('key_test', `This key (${key}) is of a test network.`, { key });
  if (kind !== 'public')
    return refuseKey('key_shared', `This key (${key}) is of a wallet with several signers.`, { key });
  const { coins } = version;
  if (coins?.includes(code) === false)
    return refuseKey('key_network', `This key (${key}) is of ${coins.join(' or ')}, not of ${code}.`, {
      key,
      network: coins.join(', '),
      expected: code,
    });
  bytes.set(XPUB_VERSION);
  try {
    return { ok: true, chainKey: toChainKey(HDKey.fromExtendedKey(codec.encode(bytes))) };
  } catch {
    return refuseKey('key_invalid', 'This extended key contains no valid public key.');
  }
}

const refuseKey = (code: KeyRefusal['code'], reason: string, data: KeyRefusal['data'] = {}): KeyRefusal => ({
  ok: false,
  reason,
  code,
  data,
});

function toChainKey(key: HDKey): string {
  const { publicKey, chainCode } = key.depth === CHAIN_DEPTH ? key : key.deriveChild(0);
  if (!publicKey || !chainCode) throw new Error('the key has no public key');
  return new HDKey({ publicKey, chainCode }).publicExtendedKey;
}

function decodeKey(text: string): Uint8Array | null {
  try {
    const bytes = codec.decode(text);
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    return null;
  }
}
