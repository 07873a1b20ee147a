import type { LimitSettings } from './limitVariables.ts';

/** Budget of a key, usually a network: `capacity` tokens at once, on average `rate` per `period` milliseconds. */
export interface RateLimitBudget {
  capacity: number;
  rate: number;
  period: number;
}

/** Number of allowed repetitions for each creation that a client may start. */
const REPEATS_PER_CLAIM = 6;

/** Failed logins to one account from one network without a captcha, if a captcha is configured. */
const CAPTCHA_FREE_LOGINS = 3;

const budgetPer =
  (period: number) =>
  (rate: number, burst = 0): RateLimitBudget => ({ capacity: rate + burst, rate, period });
const daily = budgetPer(86_400_000);
const hourly = budgetPer(3_600_000);
const perQuarterHour = budgetPer(900_000);
const perMinute = budgetPer(60_000);

/** All budgets by the configured limits. The key is the client network unless a comment names another one. */
const budgets = {
  /** Reads of public data. */
  read: limits => perMinute(limits.readsPerMinute, limits.readsBurst),
  /** Attempts to use a promocode. Key: the client network, and `shop:` or `account:` with its id. */
  calculator: limits => perMinute(limits.calculatorPerMinute, limits.calculatorBurst),
  /** Attempts to create a claim. */
  claim: limits => hourly(limits.claimsPerHour),
  /** Repetitions of a creation that succeeded. */
  repeat: limits => hourly(limits.claimsPerHour * REPEATS_PER_CLAIM),
  /** Other writes. */
  action: limits => perMinute(limits.actionsPerMinute, limits.actionsPerMinute),
  /** Clicks on partners’ links. */
  click: limits => perMinute(limits.actionsPerMinute, limits.actionsPerMinute),
  /** Uploaded files. */
  upload: limits => hourly(limits.uploadsPerHour),
  /** Logins to any account, not those that need a captcha first. */
  networkLogin: limits => hourly(limits.loginsPerHour),
  /** Wrong passwords. Key: account and network, so that other networks cannot lock an account. */
  login: limits => perQuarterHour(limits.loginsPerAccount),
  /** Wrong passwords without a captcha. Key: account and network. */
  captchaFreeLogin: () => perQuarterHour(CAPTCHA_FREE_LOGINS),
  /** Wrong codes of a second factor. Key: account and network. */
  secondFactor: limits => perQuarterHour(limits.codesPerAccount),
  /** Wrong codes of an app from unknown devices. Key: the account, so that further networks add no attempts. */
  secondFactorAccount: limits => daily(limits.codesPerDay),
  /** Valid sign-ups. */
  signup: limits => hourly(limits.signupsPerHour),
  /** Challenges for passkeys. */
  passkeyChallenge: limits => hourly(limits.passkeysPerHour),
  /** E-mails about sign-ups. Key: mailbox and address prefix, so that strangers do not use up the owner's e-mails. */
  signupEmail: limits => daily(limits.unconfirmedMailsPerDay),
  /** Alerts about courses. */
  courseAlert: limits => hourly(limits.signupsPerHour),
  /** E-mails about alerts. Key: mailbox and prefix of the address, like `signupEmail`. */
  alertEmail: limits => daily(limits.unconfirmedMailsPerDay),
  /** Requested e-mails with a link. Key: the action of the link, and the address. */
  accountEmail: limits => hourly(limits.accountLettersPerHour),
  /** Codes for a new e-mail. Key: the account. */
  emailChange: limits => hourly(limits.emailChangesPerHour),
  /** Copies of an account's data. Key: the account. */
  accountExport: limits => daily(limits.accountExportsPerDay),
  /** Requests to the shop API. Key: the key's id. */
  shopKey: limits => perMinute(limits.shopKeyPerMinute),
  /** Claims that a shop creates through its API. Key: the partner. */
  shopClaim: limits => hourly(limits.shopClaimsPerHour),
  /** Claims of a shop with too few completed claims, limited like one client. Key: the partner. */
  newShopClaim: limits => hourly(Math.min(limits.claimsPerHour, limits.shopClaimsPerHour)),
  /** Refreshes. Key: the session. */
  refresh: limits => perMinute(limits.refreshesPerMinute),
} satisfies Record<string, (limits: LimitSettings) => RateLimitBudget>;

/** Names of the budgets. */
export type BudgetName = keyof typeof budgets;

/**
 * Budgets that each process counts alone: reads are served from memory, and a shared count would cost a statement. A
 * click costs nothing.
 */
const OWN_BUDGETS: ReadonlySet<BudgetName> = new Set(['read', 'calculator', 'click']);

/** Creates the configured budget. */
export function createBudget(name: BudgetName, limits: LimitSettings): RateLimitBudget {
  return budgets[name](limits);
}

/** Whether all processes on one PostgreSQL database share the budget. */
export function isSharedBudget(name: BudgetName): boolean {
  return !OWN_BUDGETS.has(name);
}
