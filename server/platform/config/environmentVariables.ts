import { aboutVariables } from './aboutSettings.ts';
import { COUNT_HINT, limitVariables } from '../limits/limitVariables.ts';
import { bankVariables } from './bankSettings.ts';
import { nodeVariables } from './nodeSettings.ts';
import { telegramVariables } from './telegramSettings.ts';

/** One environment variable as the documents list it: default, meaning, allowed values. */
export interface EnvironmentVariable {
  default: string;
  meaning: string;
  allowed: string;
  /** Error messages never contain the value of a secret. */
  secret?: true;
}

/** Values of LOG_LEVEL, the most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const ORIGIN_HINT = 'an http or https origin without a path, for example https://exchange.example';
const URL_HINT = 'an http or https address';

/** All variables that the server reads, in the order of README's table and, for `LIMIT_…`, of deploy/security.md's. */
export const environmentVariables = {
  PORT: { default: '3000', meaning: 'port to listen on', allowed: 'a whole number from 1 to 65535' },
  HOST: { default: '127.0.0.1', meaning: 'address to listen on', allowed: 'an IP address or a host name' },
  METRICS_PORT: {
    default: '',
    meaning: 'port of `/metrics` for Prometheus, not `PORT`; without it nothing is measured',
    allowed: 'a whole number from 1 to 65535',
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'address of that port; it asks for no password, so keep it private',
    allowed: 'an IP address or a host name',
  },
  PUBLIC_ORIGIN: {
    default: 'http://HOST:PORT',
    meaning: 'the origin that visitors use, for example `https://exchange.example`',
    allowed: ORIGIN_HINT,
  },
  DATA_DIR: {
    default: 'data',
    meaning: 'folder of the SQLite database and of earlier widgets; with SQLite only one server can use it',
    allowed: 'a folder',
  },
  DATABASE_URL: {
    default: '',
    meaning: '`postgres://…`: PostgreSQL instead of SQLite',
    allowed: 'postgres://user:password@host:port/database, several hosts separated by commas',
    secret: true,
  },
  ACCOUNT_KEY: {
    default: '`account.key` in `DATA_DIR`, created at the first start',
    meaning: 'key that signs quotes, claim secrets and logins; required with `DATABASE_URL`',
    allowed: '32 bytes as base64: openssl rand -base64 32',
    secret: true,
  },
  ACCOUNT_KEY_PREVIOUS: {
    default: '',
    meaning: 'the key before the last rotation, which opens the claims that were created with it',
    allowed: '32 bytes as base64',
    secret: true,
  },
  OPERATOR: {
    default: '`demo` if this machine alone can reach it, else `manual`',
    meaning:
      '`demo`: claims advance without money (see [A demo](#a-demo)); `manual`: an operator processes them',
    allowed: 'demo or manual',
  },
  SEED: {
    default: '`start` with `OPERATOR=demo`, else `empty`',
    meaning:
      'content of a new database: `empty` is the catalogue alone, `start` adds reserves and unpayable payment requisites',
    allowed: 'start or empty',
  },
  TRUST_PROXY: {
    default: 'none',
    meaning:
      'proxies whose `X-Forwarded-For` is trusted: addresses or subnets separated by commas, `loopback` for this machine, or `none`',
    allowed: 'none, or a list of loopback, addresses and subnets: loopback,10.0.0.0/8,2001:db8::1',
  },
  CHAT_ORIGINS: {
    default: '',
    meaning: 'allowed origins of the chat, separated by commas',
    allowed: 'https origins separated by commas (http on loopback)',
  },
  ...aboutVariables,
  SENTRY_DSN: {
    default: '',
    meaning: 'Sentry DSN for error reports of the site; without it nothing is reported',
    allowed: 'https://key@host/project (http on loopback)',
  },
  API_ORIGIN: {
    default: '',
    meaning:
      'origin of another exchange: this server then serves only the front end, forwards `/api` and `/front-api` to it, and opens no database',
    allowed: ORIGIN_HINT,
  },
  RATE_SOURCES: {
    default: 'fixed',
    meaning:
      'price source (`fixed`, `binance` or `cbr`) and exceptions by ticker, for example `binance,RUB:cbr`; `fixed` prices are invented',
    allowed: 'fixed, binance or cbr, then TICKER:source separated by commas: binance,RUB:cbr,XMR:fixed',
  },
  BINANCE_URL: {
    default: 'https://api.binance.com/api/v3/ticker/bookTicker',
    meaning: 'Binance’s book ticker or a mirror of it',
    allowed: URL_HINT,
  },
  CBR_URL: {
    default: 'https://www.cbr.ru/scripts/XML_daily.asp',
    meaning: 'daily rates of the Bank of Russia or a mirror of them',
    allowed: URL_HINT,
  },
  RATE_DRIFT: {
    default: 'on',
    meaning: 'whether `fixed` prices change slightly with time',
    allowed: 'on or off',
  },
  ...limitVariables,
  WEBHOOK_PRIVATE: {
    default: 'off',
    meaning: 'for tests only: `on` also sends webhooks over http and to private networks, `off` never does',
    allowed: 'on or off',
  },
  PASSWORD_MIN: {
    default: '12',
    meaning: 'shortest password of an account, characters',
    allowed: 'a whole number from 8 to 64',
  },
  HIBP_URL: {
    default: '',
    meaning:
      'service that knows leaked passwords, `https://api.pwnedpasswords.com`; it gets 5 digits of a hash. Empty: none is asked',
    allowed: 'an https origin (http on loopback)',
  },
  RETENTION_DAYS: {
    default: '30',
    meaning: 'days after the end of a claim until its cards, phones, names, receipts and e-mails are erased',
    allowed: COUNT_HINT,
  },
  MERCHANTS: {
    default: '',
    meaning:
      'currencies that are paid on a merchant’s page, `CODE:merchant` separated by commas; the only merchant is `test`, which takes no money',
    allowed: 'CODE:test separated by commas, for example SBPRUB:test',
  },
  MERCHANT_TEST: {
    default: '`on` with `OPERATOR=demo`, else `off`',
    meaning: 'whether `MERCHANTS` may name the merchant `test`',
    allowed: 'on or off',
  },
  CAPTCHA_SITEKEY: {
    default: '',
    meaning: 'public key of reCAPTCHA; with `CAPTCHA_SECRET`, creating a claim requires a captcha',
    allowed: 'any text, together with CAPTCHA_SECRET',
  },
  CAPTCHA_SECRET: {
    default: '',
    meaning: 'secret key of reCAPTCHA',
    allowed: 'any text, together with CAPTCHA_SITEKEY',
    secret: true,
  },
  CAPTCHA_ORIGIN: {
    default: 'https://www.google.com',
    meaning: 'origin of reCAPTCHA; `https://www.recaptcha.net` where Google is blocked',
    allowed: 'an https origin (http on loopback)',
  },
  SMTP_URL: {
    default: '',
    meaning:
      'mail server, `smtp://user:password@host:587`, or `smtps://…` for TLS from the start; without it e-mails are written to `DATA_DIR/mail`',
    allowed: 'smtp://user:password@host:port or smtps://user:password@host:port',
    secret: true,
  },
  MAIL_FROM: {
    default: '`no-reply@` at the host of `PUBLIC_ORIGIN`',
    meaning: 'sender address of e-mails',
    allowed: 'an e-mail address',
  },
  ...telegramVariables,
  ...nodeVariables,
  ...bankVariables,
  LOG_LEVEL: { default: 'info', meaning: 'lowest severity to log', allowed: LOG_LEVELS.join(', ') },
} satisfies Record<string, EnvironmentVariable>;
