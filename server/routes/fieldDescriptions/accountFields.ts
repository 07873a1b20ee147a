import { Activation } from '#core/contract/account/activation.ts';
import {
  ActivationProofRequired,
  ActivationRefusal,
  SignupOrigin,
} from '#core/contract/account/activationProof.ts';
import { Confirmation } from '#core/contract/account/confirmation.ts';
import {
  AccessGrant,
  CaptchaRequired,
  ConfirmationRequired,
  Credentials,
  LogoutRequest,
} from '#core/contract/auth.ts';
import {
  PasswordRestore,
  RecentAccess,
  RestoreAccess,
  RestoreAccessRequest,
} from '#core/contract/account/recentAccess.ts';
import {
  AccountEvent,
  AccountJournal,
  AccountSession,
  AccountSessions,
  EmailRequest,
  NotifySettings,
  PasswordChange,
  Signup,
  User,
  UserUpdate,
} from '#core/contract/user.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

const captchaToken = 'Token of the solved captcha';
const clientFields = {
  device: 'Browser and system, for people: «Chrome, Windows»',
  network: 'Prefix of the address: 203.0.113.0/24',
};
const notifyFields = { claims: 'Letters about claims', news: 'Letters with news' };

/** Descriptions of the fields below /front-api/auth and /api/v1/users. */
export const accountFields: readonly DescribedSchema[] = [
  describeFields(Credentials, {
    email: 'E-mail of the account',
    password: 'Its password',
    remember: 'false: the session ends with the browser; default true',
    recaptcha: captchaToken,
  }),
  describeFields(AccessGrant, { access: 'Access token for `Authorization: Bearer`, valid for 10 minutes' }),
  describeFields(LogoutRequest, { all: 'Whether to end all sessions of the account' }),
  describeFields(Confirmation, {
    password: 'Password of the account',
    code: 'Code of the app, or a recovery code',
    passkey: 'What a passkey of the account has signed',
  }),
  describeFields(ConfirmationRequired, {
    code: 'Always `confirm_required`',
    methods: 'Ways to prove who one is, for `confirm/`',
  }),
  describeFields(CaptchaRequired, {
    code: 'Whether a captcha is missing or was not solved',
    provider: 'The captcha provider',
    sitekey: 'Public key of the captcha',
  }),
  describeFields(User, {
    email: 'E-mail of the account',
    activated: 'Whether the e-mail is confirmed',
    id: 'id of the account',
    twoFactor: 'Whether logins need a second factor',
    recoveryCodes: 'Recovery codes that are left; absent without a second factor',
    passkeys: 'Number of passkeys',
    hasPassword: 'Whether the account has a password',
    notify: 'Letters that the account gets',
    shop: 'The shop of the partner; null until the account opens the referral programme',
  }),
  describeFields(User.entries.shop.wrapped.wrapped, {
    name: 'Name of the shop; may be empty',
    site: 'Address of the shop; may be empty',
  }),
  describeFields(NotifySettings, {
    ...notifyFields,
    security: 'Letters about the account’s security; always true',
  }),
  describeFields(UserUpdate, { notify: 'Letters to change; others stay as they are' }),
  describeFields(UserUpdate.entries.notify, notifyFields),
  describeFields(Signup, {
    email: 'E-mail that gets the activation link',
    password:
      'At least `passwordMin` of calculator/settings/, by default 12, at most 128 characters; one that is easy to guess is refused',
    consent: 'Consent to the processing of personal data; required',
    rules: 'Consent to the rules of the exchange; required',
    recaptcha: captchaToken,
  }),
  describeFields(Activation, {
    password: 'Password of the sign-up',
    passkey: 'Signature by the passkey of the sign-up; its challenge is from auth/passkey/options/',
    newPassword: 'Replaces the password and the passkey of the sign-up; its claim stays a guest’s',
    consent: 'Consent to the processing of personal data; required with `newPassword`',
    rules: 'Consent to the rules of the exchange; required with `newPassword`',
  }),
  describeFields(ActivationRefusal, {
    code: 'Always `link_invalid`',
    reason:
      '`used`: the e-mail has an activated account; `expired`; `unknown`: no such link, or it expired long ago',
  }),
  describeFields(ActivationProofRequired, {
    methods: 'What the body may have: `password`, `passkey`, or `newPassword` with both consents',
    signup: 'The sign-up of the link; null if an earlier version of the server stored it',
    code: 'Always `activation_proof_required`',
  }),
  describeFields(SignupOrigin, { ...clientFields, at: 'When somebody signed up' }),
  describeFields(EmailRequest, { email: 'E-mail that gets the letter', recaptcha: captchaToken }),
  describeFields(PasswordRestore, {
    password: 'The new password',
    code: 'Code of the second factor, if the account has one',
    proof: '`proof` of `access/`, instead of the code',
    keep: 'ids of `access/` that stay; other passkeys, shop keys and webhooks of the last 30 days are removed',
  }),
  describeFields(RestoreAccessRequest, { code: 'Code of the second factor, if the account has one' }),
  describeFields(RestoreAccess, {
    results: 'Passkeys, shop keys and webhooks that were added or changed within 30 days, the newest first',
    proof: 'Replaces the code in the next call; null without a second factor',
  }),
  describeFields(RecentAccess, {
    ...clientFields,
    id: 'id, for `keep`',
    kind: 'What it is',
    name: 'The owner’s name for it; the host of a webhook',
    hint: 'Beginning and end of a key; null otherwise',
    createdAt: 'When it was added',
    changedAt:
      'When the address or the secret of a webhook was changed, or it was turned on again; null: never',
    usedAt: 'When it was last used; null: never',
  }),
  describeFields(PasswordChange, {
    oldPassword: 'The current password; left out if none is set',
    newPassword: 'The new password',
  }),
  describeFields(AccountSession, {
    ...clientFields,
    id: 'id of the session',
    current: 'Whether the request belongs to this session',
  }),
  describeFields(AccountSessions, {
    count: 'Open sessions',
    next: 'Always null: there is one page',
    previous: 'Always null: there is one page',
    results: 'The open sessions',
  }),
  describeFields(AccountEvent, { ...clientFields, kind: 'What happened' }),
  describeFields(AccountJournal, {
    count: 'Events on all pages',
    next: 'URL of the next page; null on the last one',
    previous: 'URL of the previous page; null on the first one',
    results: 'Events of this page',
  }),
];
