import { expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { listStartWarnings } from '#server/startupBanner.ts';
import { TEST_ACCOUNT_KEY } from '../../support/accountKeys.ts';
import { readConfigErrors } from '../support/configErrors.ts';

test.each([
  [{ HOST: 'localhost' }, 'demo'],
  [{ HOST: '127.9.9.9' }, 'demo'],
  [{ HOST: '::1' }, 'demo'],
  [{ HOST: '0.0.0.0' }, 'manual'],
  [{ HOST: '::' }, 'manual'],
  [{ HOST: 'exchange.example' }, 'manual'],
  [{ DATABASE_URL: 'postgres://u@127.0.0.1/x', ACCOUNT_KEY: TEST_ACCOUNT_KEY }, 'manual'],
  [{ PUBLIC_ORIGIN: 'http://localhost:3000' }, 'demo'],
  [{ PUBLIC_ORIGIN: 'https://[::1]:8443' }, 'demo'],
  [{ PUBLIC_ORIGIN: 'https://exchange.example' }, 'manual'],
  [{ PUBLIC_ORIGIN: 'http://localhost.exchange.example' }, 'manual'],
  [{ PUBLIC_ORIGIN: 'http://192.168.1.10:3000' }, 'manual'],
  [{ TRUST_PROXY: 'none' }, 'demo'],
  [{ TRUST_PROXY: 'loopback' }, 'manual'],
  [{ TRUST_PROXY: '10.0.0.0/8' }, 'manual'],
  [{ API_ORIGIN: 'http://127.0.0.1:4000' }, 'manual'],
])('%j has operator %s', (env, operator) => {
  expect(parseConfig(env as unknown as Record<string, string>).operator).toBe(operator);
});

test('only a demo starts with reserves and requisites unless SEED is set', () => {
  const postgres = { DATABASE_URL: 'postgresql://u:p@db:5432/x', ACCOUNT_KEY: TEST_ACCOUNT_KEY };
  for (const env of [postgres, { OPERATOR: 'manual' }, { PUBLIC_ORIGIN: 'https://exchange.example' }]) {
    expect(parseConfig(env).seed).toBe('empty');
    expect(parseConfig({ ...env, SEED: 'start' }).seed).toBe('start');
  }
  expect(parseConfig({}).seed).toBe('start');
  expect(parseConfig({ SEED: 'empty' }).seed).toBe('empty');
});

test('refuses a demo that others could reach, with a line for each reason', () => {
  const postgres = { DATABASE_URL: 'postgres://u@h/x', ACCOUNT_KEY: TEST_ACCOUNT_KEY };
  const reasons: [Record<string, string>, string][] = [
    [{ HOST: '0.0.0.0' }, 'HOST must be a loopback address, not 0.0.0.0'],
    [{ HOST: 'exchange.example' }, 'HOST must be a loopback address, not exchange.example'],
    [
      { PUBLIC_ORIGIN: 'https://exchange.example/' },
      'PUBLIC_ORIGIN must be a loopback origin, not https://exchange.example',
    ],
    [postgres, 'DATABASE_URL must not be set'],
    [{ API_ORIGIN: 'http://127.0.0.1:4000' }, 'API_ORIGIN must not be set: the backend processes the claims'],
    [{ TRUST_PROXY: 'loopback' }, 'TRUST_PROXY must be none'],
  ];
  const begin = 'OPERATOR is “demo”; a demo completes claims without money, so ';
  for (const [env, reason] of reasons)
    expect(readConfigErrors({ OPERATOR: 'demo', ...env })).toEqual([begin + reason]);
  expect(
    readConfigErrors({
      OPERATOR: 'demo',
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://exchange.example',
      TRUST_PROXY: 'loopback',
      ...postgres,
    }),
  ).toHaveLength(4);
  expect(readConfigErrors({ OPERATOR: 'demo', TRUST_PROXY: 'all' })).toHaveLength(1);
});

test('warns at start of a demo, and of what a real exchange should not do', () => {
  const list = (env: Record<string, string>) => listStartWarnings(parseConfig(env));
  expect(list({})).toEqual([expect.stringMatching(/^This is a demo: .* Set OPERATOR=manual/)]);
  const real = {
    PUBLIC_ORIGIN: 'https://exchange.example',
    RATE_SOURCES: 'binance,RUB:cbr',
    SMTP_URL: 'smtps://mail.example',
  };
  expect(list(real)).toEqual([]);
  expect(list({ ...real, RATE_SOURCES: 'binance,RUB:cbr,XMR:fixed' })).toEqual([
    'Prices are invented, see RATE_SOURCES: XMR',
  ]);
  expect(list({ ...real, RATE_SOURCES: '' })).toEqual(['Prices are invented, see RATE_SOURCES: *']);
  expect(list({ ...real, MERCHANTS: 'SBPRUB:test', MERCHANT_TEST: 'on' })).toEqual([
    'The test merchant pays claims without money, see MERCHANTS: SBPRUB',
  ]);
  expect(list({ ...real, SMTP_URL: '' })).toEqual([expect.stringMatching(/^Nobody gets e-mails: SMTP_URL/)]);
  expect(list({ API_ORIGIN: 'https://backend.example' })).toEqual([]);
});
