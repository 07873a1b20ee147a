import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config/config.ts';
import { environmentVariables } from '#server/platform/config/environmentVariables.ts';
import { TEST_ACCOUNT_KEY } from '../support/accountKeys.ts';
import { readConfigErrors } from './support/configErrors.ts';

describe('without any variable', () => {
  test('the server is a demo on loopback with the embedded database', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      metrics: null,
      publicOrigin: 'http://127.0.0.1:3000',
      pageOrigins: ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'],
      dataDir: 'data',
      databaseUrl: null,
      accountKey: null,
      accountKeyPrevious: null,
      operator: 'demo',
      seed: 'start',
      trustProxy: [],
      chatOrigins: [],
      sentryDsn: null,
      apiOrigin: null,
      rates: {
        sources: { '*': 'fixed' },
        binanceUrl: 'https://api.binance.com/api/v3/ticker/bookTicker',
        cbrUrl: 'https://www.cbr.ru/scripts/XML_daily.asp',
        drift: true,
      },
      limits: {
        readsPerMinute: 3000,
        readsBurst: 1000,
        calculatorPerMinute: 60,
        calculatorBurst: 20,
        claimsPerHour: 10,
        actionsPerMinute: 60,
        openClaimsPerEmail: 3,
        openClaimsPerAddress: 5,
        uploadsPerHour: 10,
        mailsPerDay: 60,
        unconfirmedMailsPerDay: 3,
        loginsPerAccount: 5,
        loginsPerHour: 30,
        codesPerAccount: 5,
        codesPerDay: 30,
        signupsPerHour: 5,
        passkeysPerHour: 120,
        accountLettersPerHour: 3,
        refreshesPerMinute: 60,
        emailChangesPerHour: 5,
        accountExportsPerDay: 5,
        shopKeyPerMinute: 300,
        shopClaimsPerHour: 300,
        openClaimsPerShop: 100,
      },
      passwordMin: 12,
      hibpUrl: null,
      retentionDays: 30,
      merchants: {},
      captcha: null,
      captchaOrigin: 'https://www.google.com',
      mail: { smtpUrl: null, from: 'no-reply@127.0.0.1' },
      about: { owner: null, hours: null, links: [], showsFigures: false },
      telegram: null,
      nodes: {},
      tronApiKey: null,
      tonApiKey: null,
      bankSecret: null,
      allowPrivateWebhooks: false,
      logLevel: 'info',
    });
  });

  test('an empty variable counts as missing', () => {
    expect(
      parseConfig(Object.fromEntries(Object.keys(environmentVariables).map(name => [name, ' ']))),
    ).toEqual(parseConfig({}));
  });
});

describe('defaults that follow from others', () => {
  test.each([
    [{ HOST: '::1', PORT: '80' }, 'http://[::1]:80'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
    [{ PUBLIC_ORIGIN: 'https://Exchange.example/' }, 'https://exchange.example'],
    [{ PUBLIC_ORIGIN: 'https://exchange.example:443' }, 'https://exchange.example'],
  ])('%j has the public origin %s', (env, origin) => {
    expect(parseConfig(env as unknown as Record<string, string>).publicOrigin).toBe(origin);
  });
});

test('parses lists', () => {
  const config = parseConfig({
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1',
    CHAT_ORIGINS: 'https://chat.example, http://127.0.0.1:4359/',
    RATE_SOURCES: 'binance, rub:cbr,XMR:fixed',
    RATE_DRIFT: 'off',
    ABOUT_LINKS: 'Монитор=https://monitoring.example/?id=7, Отзывы=https://reviews.example/',
  });
  expect(config.about.links).toEqual([
    { name: 'Монитор', url: 'https://monitoring.example/?id=7' },
    { name: 'Отзывы', url: 'https://reviews.example/' },
  ]);
  expect(config.trustProxy.map(([address, prefix]) => `${address.toString()}/${prefix}`)).toEqual([
    '127.0.0.0/8',
    '::1/128',
    '10.0.0.0/8',
    '2001:db8::1/128',
  ]);
  expect(config.chatOrigins).toEqual(['https://chat.example', 'http://127.0.0.1:4359']);
  expect(parseConfig({ SENTRY_DSN: 'https://k1@sentry.example/42' }).sentryDsn).toBe(
    'https://k1@sentry.example/42',
  );
  expect(config.rates.sources).toEqual({ '*': 'binance', RUB: 'cbr', XMR: 'fixed' });
  expect(config.rates.drift).toBe(false);
  expect(parseConfig({ TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
  expect(parseConfig({ RATE_SOURCES: 'RUB:cbr' }).rates.sources).toEqual({ '*': 'fixed', RUB: 'cbr' });
});

describe('a wrong value is reported in one line with its name, value and allowed values', () => {
  test.each([
    ['PORT', '0', 'a whole number from 1 to 65535'],
    ['PORT', '65536', 'a whole number from 1 to 65535'],
    ['PORT', '3e3', 'a whole number from 1 to 65535'],
    ['HOST', 'http://x', 'an IP address'],
    ['PUBLIC_ORIGIN', 'exchange.example', 'an http or https origin'],
    ['PUBLIC_ORIGIN', 'https://exchange.example/path', 'an http or https origin'],
    ['PUBLIC_ORIGIN', 'https://u:p@exchange.example', 'an http or https origin'],
    ['OPERATOR', 'robot', 'demo or manual'],
    ['SEED', 'full', 'start or empty'],
    ['TRUST_PROXY', 'yes', 'none, or a list'],
    ['TRUST_PROXY', '10.0.0.0/33', 'none, or a list'],
    ['TRUST_PROXY', '10.0.0.0/', 'none, or a list'],
    ['TRUST_PROXY', 'none,10.0.0.1', 'none, or a list'],
    ['CHAT_ORIGINS', 'http://chat.example', 'https origins'],
    ['CHAT_ORIGINS', 'https://a.example,,', 'https origins'],
    ['ABOUT_OWNER', 'ООО\t«Пример»', 'a line of at most 200 characters'],
    ['ABOUT_HOURS', 'ч'.repeat(201), 'a line of at most 200 characters'],
    ['ABOUT_LINKS', 'https://monitoring.example', 'up to eight name=https://address'],
    ['ABOUT_LINKS', 'Отзывы=http://reviews.example', 'up to eight name=https://address'],
    ['ABOUT_LINKS', 'Отзывы=javascript:alert(1)', 'up to eight name=https://address'],
    ['ABOUT_FIGURES', 'yes', 'on or off'],
    ['SENTRY_DSN', 'sentry.example/1', 'https://key@host/project'],
    ['SENTRY_DSN', 'https://sentry.example/1', 'https://key@host/project'],
    ['SENTRY_DSN', 'http://key@sentry.example/1', 'https://key@host/project'],
    ['API_ORIGIN', 'backend.example', 'an http or https origin'],
    ['API_ORIGIN', 'https://backend.example/api', 'an http or https origin'],
    ['RATE_SOURCES', 'kraken', 'fixed, binance or cbr'],
    ['RATE_SOURCES', 'binance,cbr', 'fixed, binance or cbr'],
    ['BINANCE_URL', 'api.binance.com', 'an http or https address'],
    ['CBR_URL', 'ftp://cbr.ru', 'an http or https address'],
    ['RATE_DRIFT', 'true', 'on or off'],
    ['LIMIT_CALCULATOR_PER_MINUTE', '0', 'a whole number from 1'],
    ['LIMIT_CALCULATOR_BURST', '-1', 'a whole number from 1'],
    ['LIMIT_CLAIMS_PER_HOUR', '1.5', 'a whole number from 1'],
    ['LIMIT_OPEN_CLAIMS_PER_EMAIL', 'many', 'a whole number from 1'],
    ['LIMIT_OPEN_CLAIMS_PER_ADDRESS', '10000000', 'a whole number from 1'],
    ['LIMIT_UPLOADS_PER_HOUR', 'none', 'a whole number from 1'],
    ['MERCHANTS', 'SBPRUB', 'CODE:test'],
    ['MERCHANTS', 'SBPRUB:bank', 'CODE:test'],
    ['MERCHANT_TEST', 'yes', 'on or off'],
    ['WEBHOOK_PRIVATE', 'yes', 'on or off'],
    ['MAIL_FROM', 'nobody', 'an e-mail address'],
    ['TELEGRAM_API_ORIGIN', 'http://api.telegram.org', 'an https origin (http on loopback)'],
    ['METRICS_PORT', '0', 'a whole number from 1 to 65535'],
    ['METRICS_HOST', 'http://x', 'an IP address or a host name'],
    ['LOG_LEVEL', 'loud', 'fatal, error'],
  ])('%s=%s', (name, value, allowed) => {
    const lines = readConfigErrors({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`${name} is “${value}”; allowed: ${allowed}`);
  });

  test('does not print a secret', () => {
    const [line, ...more] = readConfigErrors({ DATABASE_URL: 'mysql://root:hunter2@db/x' });
    const [key] = readConfigErrors({ ACCOUNT_KEY: 'hunter2' });
    expect(key).toBe('ACCOUNT_KEY is invalid; allowed: 32 bytes as base64: openssl rand -base64 32');
    expect(more).toEqual([]);
    expect(line).toMatch(/^DATABASE_URL .*allowed: postgres:/);
    expect(line).not.toContain('hunter2');
    const [smtp] = readConfigErrors({ SMTP_URL: 'http://root:hunter2@mail.example' });
    expect(smtp).toMatch(/^SMTP_URL .*allowed: smtp:/);
    expect(smtp).not.toContain('hunter2');
    expect(readConfigErrors({ TELEGRAM_BOT_TOKEN: '123456:hunter2' })).toEqual([
      expect.stringMatching(/^TELEGRAM_BOT_TOKEN is invalid; allowed: the token that @BotFather shows/),
    ]);
    expect(readConfigErrors({ TRON_API_KEY: 'hunter 2', TRON_RPC_URL: 'ftp://hunter2.example' })).toEqual([
      expect.stringMatching(/^TRON_RPC_URL is invalid; allowed: an http or https address/),
      expect.stringMatching(/^TRON_API_KEY is invalid; allowed: letters, digits/),
    ]);
  });

  test('PostgreSQL requires a key of 32 bytes, as base64 or base64url', () => {
    const DATABASE_URL = 'postgres://u@h/x';
    expect(readConfigErrors({ DATABASE_URL })).toEqual([
      'ACCOUNT_KEY is not set; DATABASE_URL requires it: see “Keys” in deploy/security.md',
    ]);
    const key = Buffer.alloc(32, 0xfb);
    for (const ACCOUNT_KEY of [key.toString('base64'), key.toString('base64url')])
      expect(Buffer.from(parseConfig({ DATABASE_URL, ACCOUNT_KEY }).accountKey ?? [])).toEqual(key);
    for (const ACCOUNT_KEY of ['change-me', key.toString('hex'), Buffer.alloc(31).toString('base64')])
      expect(readConfigErrors({ ACCOUNT_KEY })).toHaveLength(1);
    expect(readConfigErrors({ ACCOUNT_KEY_PREVIOUS: 'x' })).toHaveLength(1);
  });

  test('refuses the test merchant outside a demo unless MERCHANT_TEST is on', () => {
    const manual = { MERCHANTS: 'SBPRUB:test', OPERATOR: 'manual' };
    expect(readConfigErrors(manual)).toEqual([
      expect.stringMatching(/^MERCHANTS is “SBPRUB:test”; .*MERCHANT_TEST=on$/),
    ]);
    expect(parseConfig({ ...manual, MERCHANT_TEST: 'on' }).merchants).toEqual({ SBPRUB: 'test' });
    expect(parseConfig({ MERCHANTS: 'sbprub:test, ACRUB:test' }).merchants).toEqual({
      SBPRUB: 'test',
      ACRUB: 'test',
    });
    expect(readConfigErrors({ MERCHANTS: 'SBPRUB:test', MERCHANT_TEST: 'off' })).toHaveLength(1);
  });

  test('the metrics have a port of their own, on loopback unless METRICS_HOST is set', () => {
    expect(parseConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
    expect(parseConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5');
    expect(parseConfig({ METRICS_HOST: '10.0.0.5' }).metrics).toBeNull();
    expect(readConfigErrors({ METRICS_PORT: '4000', PORT: '4000' })).toEqual([
      'METRICS_PORT is “4000”; it must differ from PORT',
    ]);
  });

  test('refuses API_ORIGIN together with DATABASE_URL', () => {
    const API_ORIGIN = 'https://backend.example/';
    expect(parseConfig({ API_ORIGIN }).apiOrigin).toBe('https://backend.example');
    const postgres = { DATABASE_URL: 'postgres://u@h/x', ACCOUNT_KEY: TEST_ACCOUNT_KEY };
    expect(readConfigErrors({ API_ORIGIN, ...postgres })).toEqual([
      expect.stringMatching(/^API_ORIGIN is .*set either API_ORIGIN or DATABASE_URL$/),
    ]);
  });

  test('a captcha needs both keys, and the given key is not printed', () => {
    expect(readConfigErrors({ CAPTCHA_SECRET: 'hunter2' })).toEqual([
      'CAPTCHA_SITEKEY is not set; reCAPTCHA requires both keys',
    ]);
    expect(readConfigErrors({ CAPTCHA_SITEKEY: 'k' })[0]).toMatch(/^CAPTCHA_SECRET is not set/);
    expect(parseConfig({ CAPTCHA_SITEKEY: 'k', CAPTCHA_SECRET: 's' }).captcha).toEqual({
      sitekey: 'k',
      secret: 's',
    });
  });

  test('reports each wrong value in its own line', () => {
    expect(readConfigErrors({ PORT: 'x', SEED: 'y', LOG_LEVEL: 'z' })).toHaveLength(3);
  });
});

/** Rows of a document's table of variables: name, default, meaning. */
function listVariableRows(document: string): string[][] {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
  const table = text.split('\n\n').find(block => block.startsWith('| Variable')) ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` *\| (.+?) *\| (.+?) *\|$/gm)];
  return rows.map(([, ...cells]) => cells);
}

describe('README and deploy/security.md', () => {
  const isLimit = ([name = '']: readonly string[]) => name.startsWith('LIMIT_');

  test('their tables have the variables that the server reads, with default and meaning', () => {
    const expected = Object.entries(environmentVariables).map(([name, { default: value, meaning }]) => [
      name,
      value === '' ? '–' : value.includes('`') ? value : `\`${value}\``,
      meaning,
    ]);
    expect(listVariableRows('README.md')).toEqual(expected.filter(row => !isLimit(row)));
    expect(listVariableRows('deploy/security.md')).toEqual(expected.filter(isLimit));
  });
});
