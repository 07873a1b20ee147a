import * as v from 'valibot';
import { AccountClaim } from './accountClaim.ts';
import { AccountPromocode } from './accountOverview.ts';
import { Passkey } from './passkeys/passkeys.ts';
import { ShopKey } from './shopKeys.ts';
import { Webhook } from './shopWebhooks.ts';
import { isoInstant } from '../calculator.ts';
import { LedgerEntry, ReferralCode } from './referral.ts';
import { AutoWithdrawal } from './withdrawals.ts';
import { ShopLink } from './shop.ts';
import { SAVED_REQUISITE_TYPES } from './savedRequisite.ts';
import { VERIFICATION_STATUSES } from '../verification.ts';
import { AccountEvent, AccountSession, NotifySettings } from '../user.ts';

/** Data about the account itself. */
export const ExportedProfile = v.object({
  /** id of the account. */
  id: v.string(),
  /** E-mail of the account. */
  email: v.string(),
  createdAt: isoInstant,
  lastLoginAt: v.nullable(isoInstant),
  payoutsFrozenUntil: v.nullable(isoInstant),
});

/** The consent to the processing of personal data. */
export const ExportedConsent = v.object({
  at: isoInstant,
  /** SHA-256 of the text, base64url. */
  textHash: v.string(),
  /** Keyed hash of the network that it came from. */
  addressHash: v.string(),
});

/** A session, also an ended one. */
export const ExportedSession = v.omit(AccountSession, ['current']);

/** A change of the e-mail of the last 72 hours, or one that awaits its code. */
export const ExportedEmailChange = v.object({
  /** The e-mail before the change. */
  oldEmail: v.string(),
  /** The e-mail after it. */
  newEmail: v.string(),
  requestedAt: isoInstant,
  /** When it was changed; null while it waits for its code. */
  changedAt: v.nullable(isoInstant),
});

/** The second factor, without its secrets. */
export const ExportedSecondFactor = v.object({
  /** When it was turned on. */
  enabledAt: isoInstant,
  /** Recovery codes that are left. */
  recoveryCodes: v.number(),
});

/** A saved requisite, with all values. */
export const ExportedRequisite = v.object({
  /** `card`: also a phone for transfers. */
  type: v.picklist(SAVED_REQUISITE_TYPES),
  /** The owner’s name for it; may be empty. */
  label: v.string(),
  /** Code of the currency. */
  currency: v.string(),
  /** Field name → value. */
  values: v.record(v.string(), v.string()),
  createdAt: isoInstant,
  /** When it was last part of a new claim. */
  usedAt: v.nullable(isoInstant),
  /** From when money may be paid out to it. */
  payoutFrom: isoInstant,
  /** When it was deleted; it is erased a minute later. */
  deletedAt: v.nullable(isoInstant),
});

/** The referral programme of the account. */
export const ExportedReferral = v.object({
  /** Name of the shop; may be empty. */
  name: v.string(),
  /** Site of the shop; may be empty. */
  site: v.string(),
  /** When the programme was first opened. */
  createdAt: isoInstant,
  /** All codes. */
  codes: v.array(v.omit(ReferralCode, ['url'])),
  /** All lines of the ledger, the newest first. */
  ledger: v.array(LedgerEntry),
  /** What is withdrawn automatically; null: nothing. */
  autoWithdrawal: v.nullable(AutoWithdrawal),
});

/** The verification of a saved card. Verifications of claims belong to the claims. */
export const ExportedVerification = v.object({
  /** Status of the verification. */
  status: v.picklist(VERIFICATION_STATUSES),
  /** First six digits of the card; empty for a phone. */
  bin: v.string(),
  /** Last four digits. */
  last4: v.string(),
  /** Number of stored photos. */
  photos: v.number(),
  createdAt: isoInstant,
  /** When it was last decided on. */
  decidedAt: v.nullable(isoInstant),
  /** When a draft, a rejected one or an approval expires. */
  expiresAt: v.nullable(isoInstant),
});

/** GET users/me/export/ (ext): everything that is stored about the account, apart from secrets. */
export const AccountExport = v.object({
  exportedAt: isoInstant,
  /** The account itself. */
  profile: ExportedProfile,
  /** Consents to the processing of personal data. */
  consents: v.array(ExportedConsent),
  /** E-mails that the account gets. */
  notify: NotifySettings,
  /** Sessions, also ended ones of the last week. */
  sessions: v.array(ExportedSession),
  /** Security events of the last year. */
  journal: v.array(AccountEvent),
  /** Changes of the e-mail that can still be undone, and one that waits for its code. */
  emailChanges: v.array(ExportedEmailChange),
  /** The second factor without its secrets; null while it is off. */
  secondFactor: v.nullable(ExportedSecondFactor),
  /** Passkeys, without their keys. */
  passkeys: v.array(Passkey),
  /** Promocodes that the account keeps. */
  promocodes: v.array(AccountPromocode),
  /** Saved requisites, with all values. */
  requisites: v.array(ExportedRequisite),
  /** Verifications of saved cards. */
  verifications: v.array(ExportedVerification),
  /** Keys of the shop API, without the keys themselves. */
  shopKeys: v.array(ShopKey),
  /** Webhooks, without their secrets. */
  webhooks: v.array(Webhook),
  /** Claims of the account, newest first; requisites are masked. */
  claims: v.array(AccountClaim),
  /** The referral programme; null if the account has never opened it. */
  referral: v.nullable(ExportedReferral),
  /** Saved links of the shop, the newest first. */
  shopLinks: v.array(ShopLink),
});
export type AccountExport = v.InferOutput<typeof AccountExport>;
