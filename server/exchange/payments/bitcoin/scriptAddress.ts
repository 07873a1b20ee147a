import { bech32, bech32m } from '@scure/base';
import { CASHADDR_VERSIONS, encodeCashAddress } from '#core/exchange/requisites/bech32.ts';
import { ADDRESS_PREFIXES, encodeHash } from '../../requisites/addressPrefixes.ts';

/** Forms of scripts in hexadecimal, each with the hash or the program that the address contains. */
const KEY_HASH = /^76a914([\da-f]{40})88ac$/;
const SCRIPT_HASH = /^a914([\da-f]{40})87$/;
const SCRIPT_HASH_32 = /^aa20([\da-f]{64})87$/;
/** The version (OP_0, OP_1 to OP_16), the length of the program, and the program. */
const WITNESS = /^(00|5[1-9a-f]|60)([\da-f]{2})([\da-f]{4,80})$/;

/** Encodes the script of an output as an address, in stored form; null if it has none. */
type AddressEncoder = (script: Buffer) => string | null;

/** Creates the encoder of a coin: BTC, LTC, DOGE, DASH or BCH. */
export function createAddressEncoder(coin: string): AddressEncoder {
  if (coin === 'BCH') return encodeCashScript;
  const prefixes: { key: number; script: number; segwit?: string } | undefined =
    ADDRESS_PREFIXES[coin as keyof typeof ADDRESS_PREFIXES];
  if (!prefixes) throw new Error(`the addresses of ${coin} are unknown`);
  return script => {
    const hex = script.toString('hex');
    const keyHash = KEY_HASH.exec(hex)?.[1];
    if (keyHash !== undefined) return encodeHash(prefixes.key, Buffer.from(keyHash, 'hex'));
    const scriptHash = SCRIPT_HASH.exec(hex)?.[1];
    if (scriptHash !== undefined) return encodeHash(prefixes.script, Buffer.from(scriptHash, 'hex'));
    return prefixes.segwit === undefined ? null : encodeWitness(hex, prefixes.segwit);
  };
}

function encodeWitness(hex: string, prefix: string): string | null {
  const [, opcode = '', length = '', program = ''] = WITNESS.exec(hex) ?? [];
  if (program === '' || parseInt(length, 16) * 2 !== program.length) return null;
  const version = opcode === '00' ? 0 : parseInt(opcode, 16) - 0x50;
  const words = bech32.toWords(Buffer.from(program, 'hex'));
  return (version === 0 ? bech32 : bech32m).encode(prefix, [version, ...words]);
}

function encodeCashScript(script: Buffer): string | null {
  const hex = script.toString('hex');
  const forms = [
    [KEY_HASH, CASHADDR_VERSIONS.key],
    [SCRIPT_HASH, CASHADDR_VERSIONS.script20],
    [SCRIPT_HASH_32, CASHADDR_VERSIONS.script32],
  ] as const;
  for (const [form, version] of forms) {
    const hash = form.exec(hex)?.[1];
    if (hash !== undefined) return encodeCashAddress(Buffer.from(hash, 'hex'), version);
  }
  return null;
}
