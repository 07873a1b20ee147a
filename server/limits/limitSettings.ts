import type { environmentVariables } from '../environmentVariables.ts';

/** The configured limits: `LIMIT_…`. budgets.ts derives budgets from most of them. */
export interface LimitSettings {
  readsPerMinute: number;
  /** Burst of reads above `readsPerMinute`. */
  readsBurst: number;
  calculatorPerMinute: number;
  /** Burst of calculator requests above `calculatorPerMinute`. */
  calculatorBurst: number;
  claimsPerHour: number;
  /** Writes other than creations and uploads; the burst is the same number. */
  actionsPerMinute: number;
  openClaimsPerEmail: number;
  openClaimsPerAddress: number;
  uploadsPerHour: number;
  /** E-mails to one mailbox. */
  mailsPerDay: number;
  /** E-mails to a mailbox that no opened link has confirmed. */
  unconfirmedMailsPerDay: number;
  /** Wrong passwords per account and network in 15 minutes. */
  loginsPerAccount: number;
  loginsPerHour: number;
  /** Wrong codes of a second factor per account and network in 15 minutes. */
  codesPerAccount: number;
  /** Wrong codes of a second factor per account, from unknown devices. */
  codesPerDay: number;
  signupsPerHour: number;
  passkeyChallengesPerHour: number;
  /** Requested letters, per e-mail. */
  accountLettersPerHour: number;
  /** Per session. */
  refreshesPerMinute: number;
  /** Per account. */
  emailChangesPerHour: number;
  /** Per account. */
  accountExportsPerDay: number;
  /** Requests to the shop API, per key. */
  shopKeyPerMinute: number;
  /** Open claims that were created through the shop API. */
  openClaimsPerShop: number;
  shopClaimsPerHour: number;
}

/** Reads the limits; `parseLimit` parses one variable. */
export function parseLimits(parseLimit: (name: keyof typeof environmentVariables) => number): LimitSettings {
  return {
    readsPerMinute: parseLimit('LIMIT_READS_PER_MINUTE'),
    readsBurst: parseLimit('LIMIT_READS_BURST'),
    calculatorPerMinute: parseLimit('LIMIT_CALCULATOR_PER_MINUTE'),
    calculatorBurst: parseLimit('LIMIT_CALCULATOR_BURST'),
    claimsPerHour: parseLimit('LIMIT_CLAIMS_PER_HOUR'),
    actionsPerMinute: parseLimit('LIMIT_ACTIONS_PER_MINUTE'),
    openClaimsPerEmail: parseLimit('LIMIT_OPEN_CLAIMS_PER_EMAIL'),
    openClaimsPerAddress: parseLimit('LIMIT_OPEN_CLAIMS_PER_ADDRESS'),
    uploadsPerHour: parseLimit('LIMIT_UPLOADS_PER_HOUR'),
    mailsPerDay: parseLimit('LIMIT_MAILS_PER_DAY'),
    unconfirmedMailsPerDay: parseLimit('LIMIT_UNCONFIRMED_MAILS_PER_DAY'),
    loginsPerAccount: parseLimit('LIMIT_LOGINS_PER_ACCOUNT'),
    loginsPerHour: parseLimit('LIMIT_LOGINS_PER_HOUR'),
    codesPerAccount: parseLimit('LIMIT_CODES_PER_ACCOUNT'),
    codesPerDay: parseLimit('LIMIT_CODES_PER_DAY'),
    signupsPerHour: parseLimit('LIMIT_SIGNUPS_PER_HOUR'),
    passkeyChallengesPerHour: parseLimit('LIMIT_PASSKEYS_PER_HOUR'),
    accountLettersPerHour: parseLimit('LIMIT_ACCOUNT_LETTERS_PER_HOUR'),
    refreshesPerMinute: parseLimit('LIMIT_REFRESHES_PER_MINUTE'),
    emailChangesPerHour: parseLimit('LIMIT_EMAIL_CHANGES_PER_HOUR'),
    accountExportsPerDay: parseLimit('LIMIT_ACCOUNT_EXPORTS_PER_DAY'),
    shopKeyPerMinute: parseLimit('LIMIT_SHOP_KEY_PER_MINUTE'),
    openClaimsPerShop: parseLimit('LIMIT_OPEN_CLAIMS_PER_SHOP'),
    shopClaimsPerHour: parseLimit('LIMIT_SHOP_CLAIMS_PER_HOUR'),
  };
}
