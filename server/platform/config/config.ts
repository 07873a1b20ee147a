import { isIP } from 'node:net';
import * as v from 'valibot';
import { PASSWORD_MIN_LENGTH } from '#core/contract/user.ts';
import { parseAboutSettings, type AboutSettings } from './aboutSettings.ts';
import { isLoopbackHost, isSubnet, parseSubnets, type Subnet } from '../http/request/ipAddress.ts';
import { parseAccountKey } from '../keys/accountKey.ts';
import { listDatabaseUrls } from '../database/postgres/databaseHosts.ts';
import { LOG_LEVELS, environmentVariables } from './environmentVariables.ts';
import { parseLimits, type LimitSettings } from '../limits/limitVariables.ts';
import { parseBankSecret } from './bankSettings.ts';
import { parseNodeSettings, type NodeSettings } from './nodeSettings.ts';
import { parseTelegramSettings, type TelegramSettings } from './telegramSettings.ts';

/** Names of price sources. */
export type RateSourceName = 'fixed' | 'binance' | 'cbr';

/** Configuration from the environment, validated, with defaults. */
export interface Config extends NodeSettings {
  port: number;
  host: string;
  /** Address of the metrics endpoint for Prometheus; null: none. */
  metrics: { port: number; host: string } | null;
  /** The public origin, without a trailing slash. */
  publicOrigin: string;
  /** Origins of pages that may log in: the public one; on loopback without PUBLIC_ORIGIN, all loopback host names. */
  pageOrigins: readonly string[];
  dataDir: string;
  /** URL of PostgreSQL, or null for SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** ACCOUNT_KEY, 32 bytes; null: the key in `dataDir`. */
  accountKey: Uint8Array | null;
  /** ACCOUNT_KEY_PREVIOUS, or null. */
  accountKeyPrevious: Uint8Array | null;
  operator: 'demo' | 'manual';
  seed: 'start' | 'empty';
  /** Proxies whose X-Forwarded-For is trusted; empty: none. */
  trustProxy: readonly Subnet[];
  /** Allowed origins of the chat script. */
  chatOrigins: readonly string[];
  /** DSN for the site's error reports, or null. */
  sentryDsn: string | null;
  /**
   * Origin of the backend that the API is proxied to, without a trailing slash; null if this server is the exchange.
   */
  apiOrigin: string | null;
  rates: {
    /** ticker → its price source; `*` stands for all other tickers. */
    sources: Readonly<Record<string, RateSourceName>>;
    binanceUrl: string;
    cbrUrl: string;
    /** Whether the fixed prices drift with time. */
    drift: boolean;
  };
  limits: LimitSettings;
  /** Shortest password, characters. */
  passwordMin: number;
  /** Service that lists leaked passwords, without a trailing slash; null: none. */
  hibpUrl: string | null;
  /** Days after the end of a claim when its personal data is erased. */
  retentionDays: number;
  /** Currency code → the merchant that collects its payments. */
  merchants: Readonly<Record<string, 'test'>>;
  /** reCAPTCHA keys, or null without a captcha. */
  captcha: { sitekey: string; secret: string } | null;
  /** Origin of reCAPTCHA. */
  captchaOrigin: string;
  mail: {
    /** URL of the mail server, or null for files in `dataDir`. */
    smtpUrl: string | null;
    /** Sender address. */
    from: string;
  };
  about: AboutSettings;
  /** The Telegram bot, or null. */
  telegram: TelegramSettings | null;
  /** Secret of the bank's webhook, or null without one. */
  bankSecret: string | null;
  /** Whether webhooks may go to private networks and over http, for tests. */
  allowPrivateWebhooks: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
}

/** Contains one line for each invalid variable. main.ts prints them and exits with 1. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Loopback host names in a page's address. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

type VariableName = keyof typeof environmentVariables;

/** One URL, which may list several hosts. */
const databaseUrlSchema = v.pipe(
  v.string(),
  v.check(url => listDatabaseUrls(url) !== null),
);

const integerBetween = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(min), v.maxValue(max));
const portSchema = integerBetween(1, 65_535);
const hostSchema = v.pipe(v.string(), v.check(isHost));
const limitSchema = integerBetween(1, 1_000_000);
const isOrigin = (text: string) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text);
const originSchema = v.pipe(
  v.string(),
  v.check(isOrigin),
  v.transform(text => new URL(text).origin),
);
const isHttpsOrLoopback = (text: string) =>
  new URL(text).protocol === 'https:' || isLoopbackHost(new URL(text).hostname);
const secureOriginSchema = v.pipe(originSchema, v.check(isHttpsOrLoopback));
const isSentryDsn = (text: string) =>
  /^https?:\/\/[\w-]+@[^/?#@\s]+(\/[\w-]+)+$/i.test(text) && URL.canParse(text) && isHttpsOrLoopback(text);
const httpUrlSchema = v.pipe(v.string(), v.regex(/^https?:\/\//i), v.url());
const commaSeparatedSchema = v.pipe(
  v.string(),
  v.transform(text => text.split(',').map(part => part.trim())),
);
const accountKeySchema = v.pipe(
  v.string(),
  v.transform(parseAccountKey),
  v.check(key => key !== null),
);
const trustProxySchema = v.pipe(
  commaSeparatedSchema,
  v.check(parts => parts.join() === 'none' || parts.every(isSubnet)),
  v.transform(parts => (parts.join() === 'none' ? [] : parseSubnets(parts))),
);
const rateSourcesSchema = v.pipe(
  commaSeparatedSchema,
  v.check(parts => parts.every(part => /^(\w{2,10}:)?(fixed|binance|cbr)$/.test(part))),
  v.check(parts => parts.filter(part => !part.includes(':')).length <= 1),
  v.transform(parts => {
    const pairs = parts.map(part => (part.includes(':') ? part.split(':') : ['*', part]));
    const named = pairs.map(([ticker = '*', source]) => [ticker.toUpperCase(), source as RateSourceName]);
    return { '*': 'fixed', ...Object.fromEntries(named) } as Record<string, RateSourceName>;
  }),
);
const merchantsSchema = v.pipe(
  commaSeparatedSchema,
  v.check(parts => parts.every(part => /^\w{2,20}:test$/.test(part))),
  v.transform(parts => {
    const codes = parts.map(part => part.slice(0, part.indexOf(':')).toUpperCase());
    return Object.fromEntries(codes.map(code => [code, 'test'])) as Record<string, 'test'>;
  }),
);

/**
 * Parses the environment; an empty variable counts as unset. Throws ConfigError with one line for each invalid value:
 * its name, the value (unless secret) and the allowed values.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const errors: string[] = [];
  const addError = (
    name: VariableName,
    text: string,
    reason = `allowed: ${environmentVariables[name].allowed}`,
  ) => {
    const value = 'secret' in environmentVariables[name] ? 'is invalid' : `is “${text}”`;
    errors.push(`${name} ${value}; ${reason}`);
  };
  const getVariable = (name: VariableName) => env[name]?.trim() || undefined;
  /** Parses a variable with its schema. Returns `fallback` if it is unset or invalid; an invalid value is recorded. */
  function parseVariable<T>(name: VariableName, schema: v.GenericSchema<string, T>, fallback: T): T {
    const text = getVariable(name);
    if (text === undefined) return fallback;
    const result = v.safeParse(schema, text);
    if (result.success) return result.output;
    addError(name, text);
    return fallback;
  }
  const parseLimit = (name: VariableName) =>
    parseVariable(name, limitSchema, Number(environmentVariables[name].default));

  const port = parseVariable('PORT', portSchema, 3000);
  const host = parseVariable('HOST', hostSchema, '127.0.0.1');
  const metricsHost = parseVariable('METRICS_HOST', hostSchema, environmentVariables.METRICS_HOST.default);
  const metricsPort = parseVariable('METRICS_PORT', portSchema, null);
  if (metricsPort === port) addError('METRICS_PORT', String(metricsPort), 'it must differ from PORT');
  const databaseUrl = parseVariable('DATABASE_URL', databaseUrlSchema, null);
  const apiOrigin = parseVariable('API_ORIGIN', originSchema, null);
  if (apiOrigin !== null && databaseUrl !== null)
    addError('API_ORIGIN', apiOrigin, 'a front end opens no database: set either API_ORIGIN or DATABASE_URL');
  const accountKey = parseVariable('ACCOUNT_KEY', accountKeySchema, null);
  if (databaseUrl !== null && getVariable('ACCOUNT_KEY') === undefined)
    errors.push('ACCOUNT_KEY is not set; DATABASE_URL requires it: see “Keys” in deploy/security.md');
  const chosenOrigin = parseVariable('PUBLIC_ORIGIN', originSchema, null);
  const publicOrigin = chosenOrigin ?? `http://${toUrlHost(host)}:${port}`;
  const trustProxy = parseVariable('TRUST_PROXY', trustProxySchema, []);
  const demoObstacles = listDemoObstacles({ host, chosenOrigin, databaseUrl, apiOrigin, trustProxy });
  const operator = parseVariable(
    'OPERATOR',
    v.picklist(['demo', 'manual']),
    demoObstacles.length === 0 ? 'demo' : 'manual',
  );
  if (operator === 'demo')
    for (const obstacle of demoObstacles)
      addError('OPERATOR', operator, `a demo completes claims without money, so ${obstacle}`);
  const merchants = parseVariable('MERCHANTS', merchantsSchema, {});
  const isTestMerchantAllowed =
    parseVariable('MERCHANT_TEST', v.picklist(['on', 'off']), operator === 'demo' ? 'on' : 'off') === 'on';
  if (Object.keys(merchants).length > 0 && !isTestMerchantAllowed)
    addError(
      'MERCHANTS',
      getVariable('MERCHANTS') ?? '',
      'the test merchant takes no money, so it requires MERCHANT_TEST=on',
    );
  const sitekey = getVariable('CAPTCHA_SITEKEY');
  const secret = getVariable('CAPTCHA_SECRET');
  if (Boolean(sitekey) !== Boolean(secret)) {
    errors.push(`${sitekey ? 'CAPTCHA_SECRET' : 'CAPTCHA_SITEKEY'} is not set; reCAPTCHA requires both keys`);
  }
  const config: Config = {
    port,
    host,
    metrics: metricsPort === null ? null : { port: metricsPort, host: metricsHost },
    publicOrigin,
    pageOrigins:
      chosenOrigin === null && isLoopbackHost(host)
        ? LOOPBACK_HOSTS.map(name => `http://${name}:${port}`)
        : [publicOrigin],
    dataDir: getVariable('DATA_DIR') ?? environmentVariables.DATA_DIR.default,
    databaseUrl,
    accountKey,
    accountKeyPrevious: parseVariable('ACCOUNT_KEY_PREVIOUS', accountKeySchema, null),
    operator,
    seed: parseVariable('SEED', v.picklist(['start', 'empty']), operator === 'demo' ? 'start' : 'empty'),
    trustProxy,
    chatOrigins: parseVariable('CHAT_ORIGINS', v.pipe(commaSeparatedSchema, v.array(secureOriginSchema)), []),
    sentryDsn: parseVariable('SENTRY_DSN', v.pipe(v.string(), v.check(isSentryDsn)), null),
    apiOrigin,
    rates: {
      sources: parseVariable('RATE_SOURCES', rateSourcesSchema, { '*': 'fixed' }),
      binanceUrl: parseVariable('BINANCE_URL', httpUrlSchema, environmentVariables.BINANCE_URL.default),
      cbrUrl: parseVariable('CBR_URL', httpUrlSchema, environmentVariables.CBR_URL.default),
      drift: parseVariable('RATE_DRIFT', v.picklist(['on', 'off']), 'on') === 'on',
    },
    limits: parseLimits(parseLimit),
    passwordMin: parseVariable('PASSWORD_MIN', integerBetween(8, 64), PASSWORD_MIN_LENGTH),
    hibpUrl: parseVariable('HIBP_URL', secureOriginSchema, null),
    retentionDays: parseLimit('RETENTION_DAYS'),
    merchants,
    captcha: sitekey && secret ? { sitekey, secret } : null,
    captchaOrigin: parseVariable(
      'CAPTCHA_ORIGIN',
      secureOriginSchema,
      environmentVariables.CAPTCHA_ORIGIN.default,
    ),
    mail: {
      smtpUrl: parseVariable('SMTP_URL', v.pipe(v.string(), v.regex(/^smtps?:\/\/./), v.url()), null),
      from: parseVariable(
        'MAIL_FROM',
        v.pipe(v.string(), v.email()),
        `no-reply@${new URL(publicOrigin).hostname}`,
      ),
    },
    about: parseAboutSettings(parseVariable),
    telegram: parseTelegramSettings(parseVariable, secureOriginSchema),
    ...parseNodeSettings(parseVariable),
    bankSecret: parseBankSecret(parseVariable),
    allowPrivateWebhooks: parseVariable('WEBHOOK_PRIVATE', v.picklist(['on', 'off']), 'off') === 'on',
    logLevel: parseVariable('LOG_LEVEL', v.picklist(LOG_LEVELS), 'info'),
  };
  if (errors.length > 0) throw new ConfigError(errors.join('\n'));
  return config;
}

/** Lists the reasons why a server with these settings cannot be a demo: it would be reachable from other machines. */
function listDemoObstacles({
  host,
  chosenOrigin,
  databaseUrl,
  apiOrigin,
  trustProxy,
}: Pick<Config, 'host' | 'databaseUrl' | 'apiOrigin' | 'trustProxy'> & {
  chosenOrigin: string | null;
}): string[] {
  return [
    ...(isLoopbackHost(host) ? [] : [`HOST must be a loopback address, not ${host}`]),
    ...(chosenOrigin === null || isLoopbackHost(new URL(chosenOrigin).hostname)
      ? []
      : [`PUBLIC_ORIGIN must be a loopback origin, not ${chosenOrigin}`]),
    ...(databaseUrl === null ? [] : ['DATABASE_URL must not be set']),
    ...(apiOrigin === null ? [] : ['API_ORIGIN must not be set: the backend processes the claims']),
    ...(trustProxy.length === 0 ? [] : ['TRUST_PROXY must be none']),
  ];
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);
}

/** The host for a URL: wildcard addresses become localhost, IPv6 gets brackets. */
function toUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
