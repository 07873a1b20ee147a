import {
  EmailChangeCode,
  EmailChangeRequest,
  EmailChangeState,
  PendingEmailChange,
  PlannedDeletion,
} from '#core/contract/account/accountChanges.ts';
import { AccountStop } from '#core/contract/account/recentAccess.ts';
import {
  AccountExport,
  ExportedConsent,
  ExportedEmailChange,
  ExportedProfile,
  ExportedRequisite,
  ExportedVerification,
  ExportedSession,
} from '#core/contract/account/accountExport.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

/** Descriptions of the fields of changes, copies and the deletion of an account. */
export const accountChangeFields: readonly DescribedSchema[] = [
  describeFields(EmailChangeRequest, { email: 'The new e-mail' }),
  describeFields(EmailChangeCode, { code: 'Six digits of the letter to the new e-mail' }),
  describeFields(EmailChangeState, { pending: 'The change that waits for its code; null if there is none' }),
  describeFields(PendingEmailChange, { email: 'The new e-mail' }),
  describeFields(AccountStop, {
    canRestore: 'Whether the account has the e-mail of the letter, so that its owner can set a new password',
  }),
  describeFields(PlannedDeletion, { dueAt: 'When the account is deleted, unless somebody logs in' }),
  describeFields(AccountExport, {
    profile: 'The account itself',
    consents: 'Consents to the processing of personal data',
    notify: 'Letters that the account gets',
    sessions: 'Sessions, also ended ones of the last week',
    journal: 'Security events of the last year',
    emailChanges: 'Changes of the e-mail that can still be undone, and one that waits for its code',
    secondFactor: 'The second factor without its secrets; null while it is off',
    passkeys: 'Passkeys, without their keys',
    promocodes: 'Promocodes that the account keeps',
    requisites: 'Saved requisites, with all values',
    verifications: 'Verifications of saved cards',
    shopKeys: 'Keys of the shop API, without the keys themselves',
    webhooks: 'Webhooks, without their secrets',
    claims: 'Claims of the account, newest first; requisites are masked',
    referral: 'The referral programme; null if the account has never opened it',
    shopLinks: 'Saved links of the shop, the newest first',
  }),
  describeFields(ExportedProfile, { id: 'id of the account', email: 'E-mail of the account' }),
  describeFields(ExportedSession, {
    id: 'id of the session',
    device: 'Browser and system, for people: «Chrome, Windows»',
    network: 'Prefix of the address: 203.0.113.0/24',
  }),
  describeFields(ExportedConsent, {
    textHash: 'SHA-256 of the text, base64url',
    addressHash: 'Keyed hash of the network that it came from',
  }),
  describeFields(ExportedRequisite, {
    type: '`card`: also a phone for transfers',
    label: 'The owner’s name for it; may be empty',
    currency: 'Code of the currency',
    values: 'Field name → value',
    usedAt: 'When it was last part of a new claim',
    payoutFrom: 'From when money may be paid out to it',
    deletedAt: 'When it was deleted; it is erased a minute later',
  }),
  describeFields(ExportedVerification, {
    status: 'Status of the verification',
    bin: 'First six digits of the card; empty for a phone',
    last4: 'Last four digits',
    photos: 'Number of stored photos',
    decidedAt: 'When it was last decided on',
    expiresAt: 'When a draft, a rejected one or an approval expires',
  }),
  describeFields(ExportedEmailChange, {
    oldEmail: 'The e-mail before the change',
    newEmail: 'The e-mail after it',
    changedAt: 'When it was changed; null while it waits for its code',
  }),
];
