import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decimalToUnits } from '#core/exchange/amount.ts';
import { validateAddress } from '#core/exchange/requisites/validateAddress.ts';
import { parseBlock } from '#server/exchange/payments/bitcoin/parseBlock.ts';
import { createAddressEncoder } from '#server/exchange/payments/bitcoin/scriptAddress.ts';
import { createBlock, createTransaction } from './support/bitcoinBlocks.ts';

interface RecordedBlock {
  hash: string;
  previousblockhash: string;
  time: number;
  hex: string;
  outputs: { reference: string; value: string; address: string | null }[];
}

const readRecorded = <T>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8')) as T;

const parseHex = (hex: string, format: Parameters<typeof parseBlock>[1]) =>
  parseBlock(Buffer.from(hex, 'hex'), format);

describe('parseBlock', () => {
  test.each([
    ['bitcoin-766390', 'BTC'],
    ['litecoin-2383209', 'LTC'],
  ])('reads %s as its node does', (name, coin) => {
    const recorded = readRecorded<RecordedBlock>(name);
    const block = parseHex(recorded.hex, 'segwit');
    expect(block).toMatchObject({ parentHash: recorded.previousblockhash, time: recorded.time });
    const encodeAddress = createAddressEncoder(coin);
    const outputs = block.transactions.flatMap(({ id, outputs: all }) =>
      all.map(({ value, script }, index) => ({
        reference: `${id}:${index}`,
        value,
        // The node shows no address of the witness version 9.
        address: encodeAddress(script)?.replace(/^ltc1g.*/, '') || null,
      })),
    );
    expect(outputs).toEqual(
      recorded.outputs.map(({ reference, value, address }) => ({
        reference,
        value: decimalToUnits(value, 8),
        address,
      })),
    );
  });

  test('reads the work of another network before the transactions of Dogecoin', () => {
    const { header, auxpow } = readRecorded<{ header: string; auxpow: string }>('dogecoin-4505708');
    const transactions = ['1.5', '20999999.9769'].map(amount =>
      createTransaction([['DRh29GcLKUE9shKjUYtQeqQMCdw3URtL96', amount]], false),
    );
    const root = createBlock('00'.repeat(32), 0, transactions).header.subarray(36, 68).toString('hex');
    const serialized = [
      header.slice(0, 72) + root + header.slice(136),
      auxpow,
      '02',
      ...transactions.map(({ bytes }) => bytes.toString('hex')),
    ].join('');
    const block = parseHex(serialized, 'auxpow');
    expect(block.time).toBe(1_670_564_212);
    expect(block.transactions.map(({ outputs }) => outputs[0]?.value)).toEqual([
      150_000_000n,
      2_099_999_997_690_000n,
    ]);
    expect(() => parseHex(serialized, 'plain')).toThrow('do not match');
  });

  test('reads transactions of Dash with a payload, also without inputs', () => {
    const { hex } = readRecorded<{ hex: string }>('dash-regtest-106');
    const { transactions } = parseHex(hex, 'payload');
    expect(transactions.map(({ outputs }) => outputs.map(({ value }) => value))).toEqual([
      [500_000_000_226n],
      [],
      [10_000_000_000n, 489_999_999_774n],
    ]);
    expect(() => parseHex(hex, 'plain')).toThrow();
  });

  test('refuses a block whose bytes were changed or cut', () => {
    const { hex } = readRecorded<RecordedBlock>('bitcoin-766390');
    const bytes = Buffer.from(hex, 'hex');
    expect(() => parseBlock(bytes.subarray(0, -1), 'segwit')).toThrow('end too early');
    for (const place of [40, 90, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => parseBlock(changed, 'segwit'), String(place)).toThrow(/do not match|too early/);
    }
  });
});

describe('createAddressEncoder', () => {
  // Of BIP 173, BIP 350 and the specification of CashAddr.
  test.each([
    ['BTC', '76a914010966776006953d5567439e5e39f86a0d273bee88ac', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM'],
    ['BTC', 'a914748284390f9e263a4b766a75d0633c50426eb87587', '3CK4fEwbMP7heJarmU4eqA3sMbVJyEnU3V'],
    ['BTC', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'BTC',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    ['BTC', '5128751e76', null],
    ['BTC', '6a0474657374', null],
    ['DOGE', '0014751e76e8199196d454941c45d1b3a323f1433bd6', null],
    [
      'BCH',
      '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    [
      'BCH',
      'a91476a04053bda0a88bda5177b86a15c3b29f55987387',
      'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
    ],
    ['BCH', '0014751e76e8199196d454941c45d1b3a323f1433bd6', null],
  ])('%s: %s', (coin, script, address) => {
    expect(createAddressEncoder(coin)(Buffer.from(script, 'hex'))).toBe(address);
    if (address !== null) expect(validateAddress(coin, address)).toMatchObject({ ok: true, value: address });
  });

  test('each hash of a script of Bitcoin Cash has an address that is valid', () => {
    const script = Buffer.from(`aa20${'5a'.repeat(32)}87`, 'hex');
    const address = createAddressEncoder('BCH')(script) ?? '';
    expect(validateAddress('BCH', address)).toMatchObject({ ok: true, value: address });
  });
});
