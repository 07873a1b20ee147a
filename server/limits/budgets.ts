import type { Config } from '../config.ts';

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

/** One budget: its values by the configured limits, and whether all processes on one PostgreSQL database share it. */
interface BudgetRule {
  isShared: boolean;
  createBudget: (limits: Config['limits']) => RateLimitBudget;
}

const hourly = (rate: number): RateLimitBudget => ({ capacity: rate, rate, period: 3_600_000 });
const daily = (rate: number): RateLimitBudget => ({ capacity: rate, rate, period: 86_400_000 });
const perQuarterHour = (rate: number): RateLimitBudget => ({ capacity: rate, rate, period: 900_000 });
const perMinute = (rate: number, burst: number): RateLimitBudget => ({
  capacity: rate + burst,
  rate,
  period: 60_000,
});

/**
 * All budgets. The key is the client network unless a comment names another one. Reads are not shared: they are served
 * from memory, and a shared count would cost a statement.
 */
const budgets = {
  /** Reads of public data. */
  read: {
    isShared: false,
    createBudget: limits => perMinute(limits.readsPerMinute, limits.readsBurst),
  },
  /** Attempts to use a promocode. Key: the client network, and `shop:` or `account:` with its id. */
  calculator: {
    isShared: false,
    createBudget: limits => perMinute(limits.calculatorPerMinute, limits.calculatorBurst),
  },
  /** Attempts to create a claim. */
  claim: {
    isShared: true,
    createBudget: limits => hourly(limits.claimsPerHour),
  },
  /** Repetitions of a creation that succeeded. */
  repeat: {
    isShared: true,
    createBudget: limits => hourly(limits.claimsPerHour * REPEATS_PER_CLAIM),
  },
  /** Other writes. */
  action: {
    isShared: true,
    createBudget: limits => perMinute(limits.actionsPerMinute, limits.actionsPerMinute),
  },
  /** Clicks on partners’ links. Not shared: a click costs nothing. */
  click: {
    isShared: false,
    createBudget: limits => perMinute(limits.actionsPerMinute, limits.actionsPerMinute),
  },
  /** Uploaded files. */
  upload: {
    isShared: true,
    createBudget: limits => hourly(limits.uploadsPerHour),
  },
  /** Logins to any account, not those that need a captcha first. */
  networkLogin: {
    isShared: true,
    createBudget: limits => hourly(limits.loginsPerHour),
  },
  /** Wrong passwords. Key: account and network, so that other networks cannot lock an account. */
  login: {
    isShared: true,
    createBudget: limits => perQuarterHour(limits.loginsPerAccount),
  },
  /** Wrong passwords without a captcha. Key: account and network. */
  captchaFreeLogin: {
    isShared: true,
    createBudget: () => perQuarterHour(CAPTCHA_FREE_LOGINS),
  },
  /** Wrong codes of a second factor. Key: account and network. */
  secondFactor: {
    isShared: true,
    createBudget: limits => perQuarterHour(limits.codesPerAccount),
  },
  /** Wrong codes of an app from unknown devices. Key: the account, so that further networks add no attempts. */
  secondFactorAccount: {
    isShared: true,
    createBudget: limits => daily(limits.codesPerDay),
  },
  /** Valid sign-ups. */
  signup: {
    isShared: true,
    createBudget: limits => hourly(limits.signupsPerHour),
  },
  /** Challenges for passkeys. */
  passkeyChallenge: {
    isShared: true,
    createBudget: limits => hourly(limits.passkeyChallengesPerHour),
  },
  /** Letters about sign-ups. Key: mailbox and address prefix, so that strangers do not use up the owner's letters. */
  signupLetter: {
    isShared: true,
    createBudget: limits => daily(limits.unconfirmedMailsPerDay),
  },
  /** Alerts about courses. */
  courseAlert: {
    isShared: true,
    createBudget: limits => hourly(limits.signupsPerHour),
  },
  /** Letters about alerts. Key: mailbox and prefix of the address, like `signupLetter`. */
  alertLetter: {
    isShared: true,
    createBudget: limits => daily(limits.unconfirmedMailsPerDay),
  },
  /** Requested letters with a link. Key: the action of the link, and the e-mail. */
  accountLetter: {
    isShared: true,
    createBudget: limits => hourly(limits.accountLettersPerHour),
  },
  /** Codes for a new e-mail. Key: the account. */
  emailChange: {
    isShared: true,
    createBudget: limits => hourly(limits.emailChangesPerHour),
  },
  /** Copies of an account's data. Key: the account. */
  accountExport: {
    isShared: true,
    createBudget: limits => daily(limits.accountExportsPerDay),
  },
  /** Requests to the shop API. Key: the key's id. */
  shopKey: {
    isShared: true,
    createBudget: limits => perMinute(limits.shopKeyPerMinute, 0),
  },
  /** Claims that a shop creates through its API. Key: the partner. */
  shopClaim: {
    isShared: true,
    createBudget: limits => hourly(limits.shopClaimsPerHour),
  },
  /** Claims of a shop with too few completed claims, limited like one client. Key: the partner. */
  newShopClaim: {
    isShared: true,
    createBudget: limits => hourly(Math.min(limits.claimsPerHour, limits.shopClaimsPerHour)),
  },
  /** Refreshes. Key: the session. */
  refresh: {
    isShared: true,
    createBudget: limits => perMinute(limits.refreshesPerMinute, 0),
  },
} satisfies Record<string, BudgetRule>;

/** Names of the budgets. */
export type BudgetName = keyof typeof budgets;

/** Creates the configured budget. */
export function createBudget(name: BudgetName, limits: Config['limits']): RateLimitBudget {
  return budgets[name].createBudget(limits);
}

/** Whether all processes on one PostgreSQL database share the budget. */
export function isSharedBudget(name: BudgetName): boolean {
  return budgets[name].isShared;
}
