import * as v from 'valibot';
import { AccountClaim } from './accountClaim.ts';
import { AccountPromocode } from './accountOverview.ts';
import { Passkey } from './passkeys.ts';
import { ShopKey } from './shopKeys.ts';
import { Webhook } from './shopWebhooks.ts';
import { isoInstant } from '../calculator.ts';
import { AutoWithdrawal, LedgerEntry, ReferralCode } from './referral.ts';
import { ShopLink } from './shop.ts';
import { SAVED_REQUISITE_TYPES } from './savedRequisite.ts';
import { VERIFICATION_STATUSES } from '../verification.ts';
import { AccountEvent, AccountSession, NotifySettings } from '../user.ts';

/** Data about the account itself. */
export const ExportedProfile = v.object({
  id: v.string(),
  email: v.string(),
  createdAt: isoInstant,
  lastLoginAt: v.nullable(isoInstant),
  payoutsFrozenUntil: v.nullable(isoInstant),
});

/** The consent to the processing of personal data. */
export const ExportedConsent = v.object({ at: isoInstant, textHash: v.string(), addressHash: v.string() });

/** A session, also an ended one. */
export const ExportedSession = v.omit(AccountSession, ['current']);

/** A change of the e-mail of the last 72 hours, or one that awaits its code. */
export const ExportedEmailChange = v.object({
  oldEmail: v.string(),
  newEmail: v.string(),
  requestedAt: isoInstant,
  changedAt: v.nullable(isoInstant),
});

/** The second factor, without its secrets. */
export const ExportedSecondFactor = v.object({ enabledAt: isoInstant, recoveryCodes: v.number() });

/** A saved requisite, with all values. */
export const ExportedRequisite = v.object({
  type: v.picklist(SAVED_REQUISITE_TYPES),
  label: v.string(),
  /** Code of the currency. */
  currency: v.string(),
  values: v.record(v.string(), v.string()),
  createdAt: isoInstant,
  usedAt: v.nullable(isoInstant),
  payoutFrom: isoInstant,
  /** It is erased a minute later. */
  deletedAt: v.nullable(isoInstant),
});

/** The referral programme of the account. */
export const ExportedReferral = v.object({
  name: v.string(),
  site: v.string(),
  createdAt: isoInstant,
  codes: v.array(v.omit(ReferralCode, ['url'])),
  ledger: v.array(LedgerEntry),
  autoWithdrawal: v.nullable(AutoWithdrawal),
});

/** The verification of a saved card. Verifications of claims belong to the claims. */
export const ExportedVerification = v.object({
  status: v.picklist(VERIFICATION_STATUSES),
  /** The first six digits of the card, empty for a phone; and the last four. */
  bin: v.string(),
  last4: v.string(),
  /** How many photos are stored. */
  photos: v.number(),
  createdAt: isoInstant,
  decidedAt: v.nullable(isoInstant),
  expiresAt: v.nullable(isoInstant),
});

/** GET users/me/export/ (ext): everything that is stored about the account, apart from secrets. */
export const AccountExport = v.object({
  exportedAt: isoInstant,
  profile: ExportedProfile,
  consents: v.array(ExportedConsent),
  notify: NotifySettings,
  sessions: v.array(ExportedSession),
  journal: v.array(AccountEvent),
  emailChanges: v.array(ExportedEmailChange),
  secondFactor: v.nullable(ExportedSecondFactor),
  passkeys: v.array(Passkey),
  promocodes: v.array(AccountPromocode),
  requisites: v.array(ExportedRequisite),
  verifications: v.array(ExportedVerification),
  shopKeys: v.array(ShopKey),
  webhooks: v.array(Webhook),
  claims: v.array(AccountClaim),
  /** Null if the account has never opened the referral programme. */
  referral: v.nullable(ExportedReferral),
  shopLinks: v.array(ShopLink),
});
export type AccountExport = v.InferOutput<typeof AccountExport>;
