/** One environment variable as documented in README: default, meaning, allowed values. */
export interface EnvironmentVariable {
  default: string;
  meaning: string;
  allowed: string;
  /** Error messages never contain the value of a secret. */
  secret?: true;
}

/** Values of LOG_LEVEL, the most severe first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const COUNT_HINT = 'a whole number from 1 to 1000000';
const ORIGIN_HINT = 'an http or https origin without a path, for example https://exchange.example';
const URL_HINT = 'an http or https address';

/** All variables that the server reads, in the order of README's table. */
export const environmentVariables = {
  PORT: { default: '3000', meaning: 'port to listen on', allowed: 'a whole number from 1 to 65535' },
  HOST: {
    default: '127.0.0.1',
    meaning: 'address to listen on',
    allowed: 'an IP address or a host name',
  },
  PUBLIC_ORIGIN: {
    default: 'http://HOST:PORT',
    meaning: 'the address people use, for example `https://exchange.example`',
    allowed: ORIGIN_HINT,
  },
  DATA_DIR: {
    default: 'data',
    meaning: 'folder of the embedded database and of the widget’s earlier versions; one server at a time',
    allowed: 'a folder',
  },
  DATABASE_URL: {
    default: '',
    meaning: '`postgres://…`: PostgreSQL instead of the embedded SQLite',
    allowed: 'postgres://user:password@host:port/database',
    secret: true,
  },
  OPERATOR: {
    default: '`demo` on loopback without `DATABASE_URL`, else `manual`',
    meaning: 'who moves claims on: a play-back without money, or people',
    allowed: 'demo or manual',
  },
  SEED: {
    default: '`start` without `DATABASE_URL`, else `empty`',
    meaning: 'whether a new database gets start reserves and payment requisites that are not payable',
    allowed: 'start or empty',
  },
  TRUST_PROXY: {
    default: 'none',
    meaning:
      'proxies whose `X-Forwarded-For` names the client: addresses or subnets separated by commas, `loopback` for this machine, or `none`',
    allowed: 'none, or a list of loopback, addresses and subnets: loopback,10.0.0.0/8,2001:db8::1',
  },
  CHAT_ORIGINS: {
    default: '',
    meaning: 'origins, separated by commas, that the chat’s script may come from',
    allowed: 'https origins separated by commas (http on loopback)',
  },
  SENTRY_DSN: {
    default: '',
    meaning: 'where the site reports its errors: a Sentry DSN; without it nothing is reported',
    allowed: 'https://key@host/project (http on loopback)',
  },
  API_ORIGIN: {
    default: '',
    meaning:
      'another exchange’s origin: this server then serves only the front end, passes `/api` and `/front-api` on to that one, and opens no database',
    allowed: ORIGIN_HINT,
  },
  RATE_SOURCES: {
    default: 'fixed',
    meaning:
      'where prices come from: `fixed` (made up, to try it out), `binance` or `cbr`, and exceptions by ticker: `binance,RUB:cbr`',
    allowed: 'fixed, binance or cbr, then TICKER:source separated by commas: binance,RUB:cbr,XMR:fixed',
  },
  BINANCE_URL: {
    default: 'https://api.binance.com/api/v3/ticker/bookTicker',
    meaning: 'Binance’s book ticker, or a mirror of it',
    allowed: URL_HINT,
  },
  CBR_URL: {
    default: 'https://www.cbr.ru/scripts/XML_daily.asp',
    meaning: 'the Bank of Russia’s daily courses, or a mirror of them',
    allowed: URL_HINT,
  },
  RATE_DRIFT: {
    default: 'on',
    meaning: 'whether the fixed table moves gently with time',
    allowed: 'on or off',
  },
  LIMIT_CALCULATOR_PER_MINUTE: {
    default: '60',
    meaning: 'calculator calls a minute and client address',
    allowed: COUNT_HINT,
  },
  LIMIT_CALCULATOR_BURST: {
    default: '20',
    meaning: 'calculator calls that may come at once on top of a minute’s worth',
    allowed: COUNT_HINT,
  },
  LIMIT_CLAIMS_PER_HOUR: {
    default: '10',
    meaning: 'attempts to create a claim an hour and client address',
    allowed: COUNT_HINT,
  },
  LIMIT_OPEN_CLAIMS_PER_EMAIL: { default: '3', meaning: 'open claims an e-mail', allowed: COUNT_HINT },
  LIMIT_OPEN_CLAIMS_PER_ADDRESS: {
    default: '5',
    meaning: 'open claims a client address',
    allowed: COUNT_HINT,
  },
  LIMIT_UPLOADS_PER_HOUR: {
    default: '10',
    meaning: 'receipts and photos uploaded an hour and client address',
    allowed: COUNT_HINT,
  },
  MERCHANTS: {
    default: '',
    meaning:
      'currencies that are paid on a merchant’s page, `CODE:merchant` separated by commas; `test` is the built-in one, which takes no money',
    allowed: 'CODE:test separated by commas, for example SBPRUB:test',
  },
  MERCHANT_TEST: {
    default: '`on` with `OPERATOR=demo`, else `off`',
    meaning: 'whether `MERCHANTS` may name the built-in test merchant',
    allowed: 'on or off',
  },
  CAPTCHA_SITEKEY: {
    default: '',
    meaning: 'reCAPTCHA’s public key; with `CAPTCHA_SECRET`, creating a claim asks for a captcha',
    allowed: 'given together with CAPTCHA_SECRET',
  },
  CAPTCHA_SECRET: {
    default: '',
    meaning: 'reCAPTCHA’s secret key',
    allowed: 'given together with CAPTCHA_SITEKEY',
    secret: true,
  },
  CAPTCHA_ORIGIN: {
    default: 'https://www.google.com',
    meaning: 'where reCAPTCHA is reached; `https://www.recaptcha.net` where Google’s own name is closed',
    allowed: 'an https origin (http on loopback)',
  },
  SMTP_URL: {
    default: '',
    meaning:
      '`smtp://user:password@host:587` (`smtps://` for TLS from the first byte): letters go there; without it into files in `DATA_DIR/mail`',
    allowed: 'smtp://user:password@host:port or smtps://user:password@host:port',
    secret: true,
  },
  MAIL_FROM: {
    default: '`no-reply@` and the host of `PUBLIC_ORIGIN`',
    meaning: 'the address that letters come from',
    allowed: 'an e-mail address',
  },
  LOG_LEVEL: { default: 'info', meaning: 'the least important line to log', allowed: LOG_LEVELS.join(', ') },
} satisfies Record<string, EnvironmentVariable>;
