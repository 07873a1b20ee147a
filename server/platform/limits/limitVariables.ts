/** Allowed values of a count. */
export const COUNT_HINT = 'a whole number from 1 to 1000000';

const defineLimit = (count: number, meaning: string) => ({
  default: String(count),
  meaning,
  allowed: COUNT_HINT,
});

/** The variables of the limits, in the order of deploy/security.md's table. budgets.ts derives budgets from most. */
export const limitVariables = {
  LIMIT_READS_PER_MINUTE: defineLimit(
    3000,
    'reads of public data (courses, pairs, reserves, settings) per minute and client address',
  ),
  LIMIT_READS_BURST: defineLimit(1000, 'reads that may arrive at once in addition to that'),
  LIMIT_CALCULATOR_PER_MINUTE: defineLimit(
    60,
    'calculator requests with a promocode per minute and client address',
  ),
  LIMIT_CALCULATOR_BURST: defineLimit(20, 'such requests that may arrive at once in addition to that'),
  LIMIT_CLAIMS_PER_HOUR: defineLimit(10, 'attempts to create a claim per hour and client address'),
  LIMIT_ACTIONS_PER_MINUTE: defineLimit(
    60,
    'confirmations, cancellations and other writes per minute and client address',
  ),
  LIMIT_OPEN_CLAIMS_PER_EMAIL: defineLimit(3, 'open claims per e-mail address and client address'),
  LIMIT_OPEN_CLAIMS_PER_ADDRESS: defineLimit(5, 'open claims per client address'),
  LIMIT_UPLOADS_PER_HOUR: defineLimit(10, 'uploaded receipts and photos per hour and client address'),
  LIMIT_MAILS_PER_DAY: defineLimit(60, 'e-mails about claims per day and recipient; later ones wait'),
  LIMIT_UNCONFIRMED_MAILS_PER_DAY: defineLimit(
    3,
    'unopened e-mails about claims per day; e-mails about sign-ups per day and network (IPv4 /24, IPv6 /48); both per recipient',
  ),
  LIMIT_LOGINS_PER_ACCOUNT: defineLimit(5, 'wrong passwords per 15 minutes, account and client address'),
  LIMIT_LOGINS_PER_HOUR: defineLimit(30, 'logins per hour and client address'),
  LIMIT_CODES_PER_ACCOUNT: defineLimit(
    5,
    'wrong codes of a second factor per 15 minutes, account and client address',
  ),
  LIMIT_CODES_PER_DAY: defineLimit(
    30,
    'wrong codes of a second factor per day and account, from devices that it does not know',
  ),
  LIMIT_SIGNUPS_PER_HOUR: defineLimit(5, 'sign-ups per hour and client address'),
  LIMIT_PASSKEYS_PER_HOUR: defineLimit(120, 'attempts to use or add a passkey per hour and client address'),
  LIMIT_ACCOUNT_LETTERS_PER_HOUR: defineLimit(
    3,
    'e-mails for a forgotten password or a lost activation per hour and address; more are not sent',
  ),
  LIMIT_REFRESHES_PER_MINUTE: defineLimit(60, 'renewals of the access token per minute and session'),
  LIMIT_EMAIL_CHANGES_PER_HOUR: defineLimit(5, 'codes for a new e-mail per hour and account'),
  LIMIT_ACCOUNT_EXPORTS_PER_DAY: defineLimit(5, 'copies of the data of an account per day and account'),
  LIMIT_SHOP_KEY_PER_MINUTE: defineLimit(300, 'requests to the shop API per minute and key'),
  LIMIT_OPEN_CLAIMS_PER_SHOP: defineLimit(
    100,
    'open claims that a shop has created through its API; a new shop has fewer',
  ),
  LIMIT_SHOP_CLAIMS_PER_HOUR: defineLimit(
    300,
    'claims that a shop creates through its API per hour, with all keys; a new shop fewer',
  ),
};

type LimitVariable = keyof typeof limitVariables;

/** `CLAIMS_PER_HOUR` → `claimsPerHour`. */
type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type LimitName<Variable extends LimitVariable> = Variable extends `LIMIT_${infer Name}`
  ? CamelCase<Name>
  : never;

/** The configured limits: `LIMIT_CLAIMS_PER_HOUR` is `claimsPerHour`. */
export type LimitSettings = { [Variable in LimitVariable as LimitName<Variable>]: number };

/** Reads the limits; `parseLimit` parses one variable. */
export function parseLimits(parseLimit: (name: LimitVariable) => number): LimitSettings {
  const names = Object.keys(limitVariables) as LimitVariable[];
  return Object.fromEntries(names.map(name => [toLimitName(name), parseLimit(name)])) as LimitSettings;
}

function toLimitName(variable: LimitVariable): string {
  const name = variable.slice('LIMIT_'.length).toLowerCase();
  return name.replace(/_(.)/g, (_, message: string) => message.toUpperCase());
}
