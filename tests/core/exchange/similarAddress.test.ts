import { expect, test } from 'vitest';
import { findSimilarAddress } from '#core/exchange/requisites/similarAddress.ts';

const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  ['the same ends', 'TJRaXXXXXXXXXXXXXXXXXXXXXXXXXXRTv8', TRON],
  ['the saved address itself', TRON, null],
  ['spaces around the saved address', ` ${TRON} `, null],
  ['another beginning', 'TJRxbPrwbZy45sbavfcjinPJC18kjpRTv8', null],
  ['another end', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', null],
  ['another length', 'TJRabPRTv8', TRON],
  ['only the ends', 'TJRaRTv8', null],
  ['the saved address in lower case', ETHEREUM.toLowerCase(), null],
  ['the same ends in another case', '0x5AAE00000000000000000000000000000001BEAED', ETHEREUM],
  ['only the prefix in common', '0x11110000000000000000000000000000001BeAed', null],
  ['nothing', '', null],
])('%s', (_, address, expected) => {
  expect(findSimilarAddress(address, [TRON, ETHEREUM])).toBe(expected);
});
