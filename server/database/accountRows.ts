import type { Generated } from 'kysely';
import type { SavedRequisiteType } from '#core/contract/account/savedRequisite.ts';
import type { AccountEventKind } from '#core/contract/user.ts';

/** An account whose e-mail is confirmed. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  /** `hashPassword`; null without a password. */
  password_hash: string | null;
  /** When the user agreed to the processing of personal data: with the next two columns, evidence of it. */
  consent_at: bigint;
  /** SHA-256 of the text that the user agreed to. */
  consent_text_hash: string;
  /** Keyed hash of the network that the consent came from. */
  consent_address_hash: string;
  notify_claims: bigint;
  notify_news: bigint;
  created_at: bigint;
  /** Null before the first login. */
  last_login_at: bigint | null;
  /** When the operator blocked it. */
  blocked_at: bigint | null;
  /** Until when nothing is paid out, because the owner has stopped the account. */
  payouts_frozen_until: bigint | null;
  /** When the account is deleted, unless somebody logs in before. */
  deletion_due_at: bigint | null;
  /** Number of its passkeys. */
  passkey_count: bigint;
}

/**
 * A sign-up that waits for its letter's link. Whoever presses it proves that the sign-up is theirs, or sets another password.
 * One e-mail may have several, because anybody can enter anybody's address. One for an existing account activates nothing.
 */
export interface SignupRow {
  id: string;
  email: string;
  /** As in UserRow; empty with a passkey, and once it is activated. */
  password_hash: string;
  /** As in UserRow. */
  consent_at: bigint;
  consent_text_hash: string;
  consent_address_hash: string;
  created_at: bigint;
  /** When the link of the last letter expires. */
  link_expires_at: bigint;
  activated_at: bigint | null;
  /** `credential_id` of the passkey; null without one, and once it is activated. */
  passkey_id: string | null;
  /** JSON of the rest of the passkey: `SignupPasskey`. */
  passkey: string | null;
  /** The claim that becomes the account's. Who signed up had its secret. */
  claim_id: string | null;
  /** `hashSignupKey` of the cookie of the browser that signed up. This and the next two are null in rows of earlier versions. */
  browser_hash: string | null;
  /** Where the sign-up came from, for people: as in SessionRow. */
  device: string | null;
  network: string | null;
}

/**
 * A login on one device, with the state of its refresh tokens. Every change of that state compares `current_hash` and
 * `generation`, so that one of several concurrent requests succeeds.
 */
export interface SessionRow {
  id: string;
  user_id: string;
  /** For people: «Chrome, Windows». */
  device: string;
  /** Prefix of the client's address: 203.0.113.0/24. */
  network: string;
  /** 0n: the session ends with the browser. */
  is_remembered: bigint;
  /** When the user last proved who they are. */
  auth_time: bigint;
  /** How, as in the access token's claim; separated by spaces. */
  amr: string;
  /** SHA-256 of the newest token. It was never presented: that replaces it. */
  current_hash: string;
  /** The token that the current one replaced; null for the first one. */
  parent_hash: string | null;
  /** Increases when the current token is presented. Its other tokens were voided: their response was lost. */
  generation: bigint;
  /** When the current token was issued. */
  rotated_at: bigint;
  created_at: bigint;
  /** When it ends, unless it is refreshed; the time of its end once it is revoked. */
  expires_at: bigint;
  revoked_at: bigint | null;
}

/** A passkey of an account: a key pair whose private half is in the user's device or password manager. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  /** The authenticator's id of it, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often it has signed, by its own account; 0 always if it does not count. */
  counter: bigint;
  /** JSON list of ways to reach it: `internal`, `hybrid` … */
  transports: string;
  /** 1n: other devices have a copy of it. */
  is_synced: bigint;
  /** For its owner. */
  name: string;
  created_at: bigint;
  used_at: bigint | null;
}

/** Random bytes that a passkey is to sign, once. Deleted when it is used. */
export interface PasskeyChallengeRow {
  /** base64url. */
  challenge: string;
  /** What the signature is for. */
  purpose: 'login' | 'confirm' | 'register' | 'signup';
  /** Who asked for it: with `confirm` and `register`. */
  user_id: string | null;
  session_id: string | null;
  /** The e-mail to sign up with, in lower case. */
  email: string | null;
  /** The id that the account gets which is signed up: the passkey stores it. */
  handle: string | null;
  expires_at: bigint;
}

/** A refresh token of a session. */
export interface RefreshTokenRow {
  /** SHA-256, base64url. */
  hash: string;
  session_id: string;
  generation: bigint;
  issued_at: bigint;
}

/** The right to set a new password, by the link of a letter. Deleted when it is used. */
export interface RestoreTokenRow {
  id: string;
  user_id: string;
  expires_at: bigint;
  /** Of the token that whoever has shown the second factor got instead of a code; null before. */
  proof_id: string | null;
}

/** A promocode that a user keeps in the account. */
export interface AccountPromocodeRow {
  user_id: string;
  code: string;
  added_at: bigint;
}

/** The security journal of the accounts. */
export interface AccountEventRow {
  id: Generated<bigint>;
  user_id: string;
  kind: AccountEventKind;
  device: string;
  network: string;
  at: bigint;
}

/**
 * A change of an account's e-mail: until `changed_at` it waits for the code of a letter to the new address. Then the old
 * address can undo it.
 */
export interface EmailChangeRow {
  id: string;
  user_id: string;
  /** Both in lower case. */
  old_email: string;
  new_email: string;
  /** Number of codes that were entered. */
  attempts: bigint;
  created_at: bigint;
  changed_at: bigint | null;
  /** When the code stops working; after the change, when it cannot be undone any more. */
  expires_at: bigint;
}

/** A card, a phone or a wallet that a user has saved. */
export interface SavedRequisiteRow {
  id: string;
  user_id: string;
  /** Phones for transfers count as cards. */
  type: SavedRequisiteType;
  currency_id: bigint;
  /** The owner's name for it; may be empty. */
  label: string;
  /** JSON of field name → value, by `sealField`. */
  sealed_values: string;
  /** Keyed hash of what money is sent to: `findDestination`. */
  value_hash: string;
  /** From when money may be paid out to it. */
  payout_from: bigint;
  /** When it was last part of a new claim. */
  used_at: bigint | null;
  created_at: bigint;
  /** It can be restored for a short time. */
  deleted_at: bigint | null;
}

/** The right to stop an account by «Это не я», the link of a letter about its security. */
export interface StopTokenRow {
  id: string;
  user_id: string;
  /** Where the letter was sent, in lower case. */
  email: string;
  created_at: bigint;
  expires_at: bigint;
  used_at: bigint | null;
}

/** The app that makes an account's codes. Until `confirmed_at` it waits for its first code. */
export interface TotpFactorRow {
  id: string;
  user_id: string;
  /** `sealField` of the secret, base32. */
  sealed_secret: string;
  created_at: bigint;
  /** When it was turned on. */
  confirmed_at: bigint | null;
  /** Until when it may be turned on; null once it is. */
  expires_at: bigint | null;
  /** The last time step whose code was used. Codes of it and of earlier ones are refused. */
  last_step: bigint;
}

/** A recovery code. Deleted when it is used. */
export interface RecoveryCodeRow {
  id: string;
  user_id: string;
  /** `sealField` of the code's SHA-256. */
  sealed_hash: string;
  created_at: bigint;
}

/** A login whose password was right and that waits for a code. Deleted when it succeeds. */
export interface LoginChallengeRow {
  id: string;
  user_id: string;
  /** Hash of the account's password hash: another password makes the challenge invalid. */
  password_mark: string;
  /** As in SessionRow. */
  is_remembered: bigint;
  /** Number of codes that were entered. */
  attempts: bigint;
  created_at: bigint;
  expires_at: bigint;
}
