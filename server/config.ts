import { isIP } from 'node:net';
import * as v from 'valibot';
import { isLoopback, isSubnet, subnets, type Subnet } from './address.ts';
import { LEVELS, variables } from './variables.ts';

/** Where prices may come from. */
export type SourceName = 'fixed' | 'binance' | 'cbr';

/** What the server was told by its environment, checked and with defaults filled in. */
export interface Config {
  port: number;
  host: string;
  /** The address people use, without a slash at its end. */
  publicOrigin: string;
  dataDir: string;
  /** PostgreSQL's address, or null for the embedded SQLite in `dataDir`. */
  databaseUrl: string | null;
  operator: 'demo' | 'manual';
  seed: 'start' | 'empty';
  /** Peers whose X-Forwarded-For is believed; empty: nobody's. */
  trustProxy: readonly Subnet[];
  /** Origins that the chat's script may come from. */
  chatOrigins: readonly string[];
  /** Where the site reports its errors, null for nowhere. */
  sentryDsn: string | null;
  /** The backend that the API is passed on to, without a slash at its end; null when this server is the exchange. */
  apiOrigin: string | null;
  rates: {
    /** ticker → the source of its price; `*` is every ticker that is not named. */
    sources: Readonly<Record<string, SourceName>>;
    binanceUrl: string;
    cbrUrl: string;
    /** Whether the fixed table moves gently with time. */
    drift: boolean;
  };
  limits: {
    calculatorPerMinute: number;
    /** Calculator calls that may come at once before `calculatorPerMinute` paces them. */
    calculatorBurst: number;
    claimsPerHour: number;
    openClaimsPerEmail: number;
    openClaimsPerAddress: number;
    uploadsPerHour: number;
  };
  /** Code of a currency → the merchant on whose page it is paid. */
  merchants: Readonly<Record<string, 'test'>>;
  /** reCAPTCHA's keys, null when no captcha is asked for. */
  captcha: { sitekey: string; secret: string } | null;
  /** Where reCAPTCHA is reached. */
  captchaOrigin: string;
  mail: {
    /** Where letters go, null for files in `dataDir`. */
    smtpUrl: string | null;
    /** Address of the sender. */
    from: string;
  };
  logLevel: (typeof LEVELS)[number];
}

/** One line for each wrong variable; main.ts prints them and ends with 1. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Name = keyof typeof variables;

const whole = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(least), v.maxValue(most));
const amount = whole(1, 1_000_000);
const isOrigin = (text: string) => /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text);
const originText = v.pipe(
  v.string(),
  v.check(isOrigin),
  v.transform(text => new URL(text).origin),
);
const isSafe = (text: string) => new URL(text).protocol === 'https:' || isLoopback(new URL(text).hostname);
const isDsn = (text: string) =>
  /^https?:\/\/[\w-]+@[^/?#@\s]+(\/[\w-]+)+$/i.test(text) && URL.canParse(text) && isSafe(text);
const urlText = v.pipe(v.string(), v.regex(/^https?:\/\//i), v.url());
const list = v.pipe(
  v.string(),
  v.transform(text => text.split(',').map(part => part.trim())),
);
const sources = v.pipe(
  list,
  v.check(parts => parts.every(part => /^(\w{2,10}:)?(fixed|binance|cbr)$/.test(part))),
  v.check(parts => parts.filter(part => !part.includes(':')).length <= 1),
  v.transform(parts => {
    const pairs = parts.map(part => (part.includes(':') ? part.split(':') : ['*', part]));
    const named = pairs.map(([ticker = '*', source]) => [ticker.toUpperCase(), source as SourceName]);
    return { '*': 'fixed', ...Object.fromEntries(named) } as Record<string, SourceName>;
  }),
);
const merchantList = v.pipe(
  list,
  v.check(parts => parts.every(part => /^\w{2,20}:test$/.test(part))),
  v.transform(parts => {
    const codes = parts.map(part => part.slice(0, part.indexOf(':')).toUpperCase());
    return Object.fromEntries(codes.map(code => [code, 'test'])) as Record<string, 'test'>;
  }),
);

/**
 * Reads the environment; an empty variable counts as not given.
 * Throws ConfigError with a line for each wrong value: its name, what was given (unless secret), what is allowed.
 */
export function read(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const refuse = (name: Name, given: string, why = `allowed: ${variables[name].allowed}`) => {
    const value = 'secret' in variables[name] ? 'has a value that cannot be used' : `is “${given}”`;
    wrong.push(`${name} ${value}; ${why}`);
  };
  const given = (name: Name) => env[name]?.trim() || undefined;
  /** The variable by its schema, `fallback` when it is not given; a wrong one is noted and falls back, too. */
  function take<T>(name: Name, schema: v.GenericSchema<string, T>, fallback: T): T {
    const text = given(name);
    if (text === undefined) return fallback;
    const result = v.safeParse(schema, text);
    if (result.success) return result.output;
    refuse(name, text);
    return fallback;
  }
  const number = (name: Name) => take(name, amount, Number(variables[name].default));

  const port = take('PORT', whole(1, 65_535), 3000);
  const host = take('HOST', v.pipe(v.string(), v.check(isHost)), '127.0.0.1');
  const databaseUrl = take(
    'DATABASE_URL',
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/./), v.url()),
    null,
  );
  const apiOrigin = take('API_ORIGIN', originText, null);
  if (apiOrigin !== null && databaseUrl !== null)
    refuse('API_ORIGIN', apiOrigin, 'a front end opens no database: give API_ORIGIN or DATABASE_URL');
  const mayDemo = isLoopback(host) && databaseUrl === null;
  const operator = take('OPERATOR', v.picklist(['demo', 'manual']), mayDemo ? 'demo' : 'manual');
  if (operator === 'demo' && !mayDemo) {
    refuse(
      'OPERATOR',
      operator,
      'demo needs a loopback HOST and no DATABASE_URL: it moves claims on without money',
    );
  }
  const merchants = take('MERCHANTS', merchantList, {});
  const mayTest =
    take('MERCHANT_TEST', v.picklist(['on', 'off']), operator === 'demo' ? 'on' : 'off') === 'on';
  if (Object.keys(merchants).length > 0 && !mayTest)
    refuse(
      'MERCHANTS',
      given('MERCHANTS') ?? '',
      'the test merchant takes no money: it needs MERCHANT_TEST=on',
    );
  const sitekey = given('CAPTCHA_SITEKEY');
  const secret = given('CAPTCHA_SECRET');
  if (Boolean(sitekey) !== Boolean(secret)) {
    wrong.push(
      `${sitekey ? 'CAPTCHA_SECRET' : 'CAPTCHA_SITEKEY'} is not given; reCAPTCHA needs both of its keys or none`,
    );
  }
  const publicOrigin = take('PUBLIC_ORIGIN', originText, `http://${visible(host)}:${port}`);
  const config: Config = {
    port,
    host,
    publicOrigin,
    dataDir: given('DATA_DIR') ?? variables.DATA_DIR.default,
    databaseUrl,
    operator,
    seed: take('SEED', v.picklist(['start', 'empty']), databaseUrl === null ? 'start' : 'empty'),
    trustProxy: take(
      'TRUST_PROXY',
      v.pipe(
        list,
        v.check(parts => parts.join() === 'none' || parts.every(isSubnet)),
        v.transform(parts => (parts.join() === 'none' ? [] : subnets(parts))),
      ),
      [],
    ),
    chatOrigins: take('CHAT_ORIGINS', v.pipe(list, v.array(v.pipe(originText, v.check(isSafe)))), []),
    sentryDsn: take('SENTRY_DSN', v.pipe(v.string(), v.check(isDsn)), null),
    apiOrigin,
    rates: {
      sources: take('RATE_SOURCES', sources, { '*': 'fixed' }),
      binanceUrl: take('BINANCE_URL', urlText, variables.BINANCE_URL.default),
      cbrUrl: take('CBR_URL', urlText, variables.CBR_URL.default),
      drift: take('RATE_DRIFT', v.picklist(['on', 'off']), 'on') === 'on',
    },
    limits: {
      calculatorPerMinute: number('LIMIT_CALCULATOR_PER_MINUTE'),
      calculatorBurst: number('LIMIT_CALCULATOR_BURST'),
      claimsPerHour: number('LIMIT_CLAIMS_PER_HOUR'),
      openClaimsPerEmail: number('LIMIT_OPEN_CLAIMS_PER_EMAIL'),
      openClaimsPerAddress: number('LIMIT_OPEN_CLAIMS_PER_ADDRESS'),
      uploadsPerHour: number('LIMIT_UPLOADS_PER_HOUR'),
    },
    merchants,
    captcha: sitekey && secret ? { sitekey, secret } : null,
    captchaOrigin: take(
      'CAPTCHA_ORIGIN',
      v.pipe(originText, v.check(isSafe)),
      variables.CAPTCHA_ORIGIN.default,
    ),
    mail: {
      smtpUrl: take('SMTP_URL', v.pipe(v.string(), v.regex(/^smtps?:\/\/./), v.url()), null),
      from: take('MAIL_FROM', v.pipe(v.string(), v.email()), `no-reply@${new URL(publicOrigin).hostname}`),
    },
    logLevel: take('LOG_LEVEL', v.picklist(LEVELS), 'info'),
  };
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return config;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);
}

/** The host as a browser can open it: every interface is this machine, IPv6 takes brackets. */
function visible(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIP(host) === 6 ? `[${host}]` : host;
}
