import { expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { NODE_VARIABLES, parseNodeUrl } from '#server/platform/config/nodeSettings.ts';
import { readConfigErrors } from '../support/configErrors.ts';

test('each network has the address of its node', () => {
  const env = Object.fromEntries(
    Object.entries(NODE_VARIABLES).map(([name, variable]) => [variable, `http://${name}.example:8332/`]),
  );
  expect(parseConfig(env).nodes).toEqual(
    Object.fromEntries(Object.keys(NODE_VARIABLES).map(name => [name, `http://${name}.example:8332/`])),
  );
});

test.each([
  ['http://node.example:8332/', 'http://node.example:8332/', null],
  ['https://node.example/v1/key?a=b', 'https://node.example/v1/key?a=b', null],
  ['http://user:pass@node.example:8332', 'http://node.example:8332/', 'user:pass'],
  ['http://user:p%40ss%2Fw%3Ard%25@[::1]:8332/wallet/', 'http://[::1]:8332/wallet/', 'user:p@ss/w:rd%'],
  ['http://user@node.example/', 'http://node.example/', 'user:'],
])('%s', (text, url, credentials) => {
  expect(readConfigErrors({ BITCOIN_RPC_URL: text })).toEqual([]);
  const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  expect(parseNodeUrl(text)).toEqual({ url, authorization });
});

test.each([
  'ftp://node.example/',
  'node.example:8332',
  'http://user:k3y%zz@node.example/',
  'http://user:k3y@more@node.example/',
  'http://user:k3y/more@node.example/',
  'http://k3y node.example/',
])('refuses %s without showing it', text => {
  const errors = readConfigErrors({ BITCOIN_RPC_URL: text });
  expect(errors).toEqual([expect.stringContaining('BITCOIN_RPC_URL')]);
  expect(errors[0]).not.toContain('k3y');
});
