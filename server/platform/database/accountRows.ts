import type { Generated } from 'kysely';
import type { SavedRequisiteType } from '#core/contract/account/savedRequisite.ts';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import type { AccountEventKind } from '#core/contract/user.ts';

/** An account whose e-mail is confirmed. */
export interface UserRow {
  id: string;
  /** In lower case. */
  email: string;
  /** `hashPassword`; null without a password. */
  password_hash: string | null;
  /** Time of the consent to the processing of personal data: with the next two columns, evidence of it. */
  consent_at: bigint;
  /** SHA-256 of the text of the consent. */
  consent_text_hash: string;
  /** Keyed hash of the network of the consent. */
  consent_address_hash: string;
  notify_claims: bigint;
  notify_news: bigint;
  created_at: bigint;
  /** Null before the first login. */
  last_login_at: bigint | null;
  /** When the operator blocked it. */
  blocked_at: bigint | null;
  /** End of the payout freeze that began when the owner stopped the account. */
  payouts_frozen_until: bigint | null;
  /** When the account is deleted, unless a login cancels it. */
  deletion_due_at: bigint | null;
  /** Number of its passkeys. */
  passkey_count: bigint;
}

/** A member of staff: an account with a role. */
export interface StaffRow {
  user_id: string;
  role: StaffRole;
  /** Who gave the role: an e-mail of staff, or the user of the command line. */
  invited_by: string;
  at: bigint;
}

/**
 * A sign-up, which the link of its e-mail activates with a proof of ownership, or with another password. One address
 * may have several, because anybody can enter any address. A sign-up for an existing account cannot be activated.
 */
export interface SignupRow {
  id: string;
  email: string;
  /** As in UserRow; empty with a passkey, and after the activation. */
  password_hash: string;
  /** As in UserRow. */
  consent_at: bigint;
  consent_text_hash: string;
  consent_address_hash: string;
  created_at: bigint;
  /** When the link of the last e-mail expires. */
  link_expires_at: bigint;
  activated_at: bigint | null;
  /** `credential_id` of the passkey; null without one, and after the activation. */
  passkey_id: string | null;
  /** JSON of the rest of the passkey: `SignupPasskey`. */
  passkey: string | null;
  /** A claim that the activation attaches to the account. The sign-up request had its secret. */
  claim_id: string | null;
  /** `hashToken` of the browser's cookie. This and the next two are null in rows of earlier versions. */
  browser_hash: string | null;
  /** The origin of the sign-up in display form: as in SessionRow. */
  device: string | null;
  network: string | null;
}

/**
 * A login on one device, with the state of its refresh tokens. Every change of that state compares `current_hash` and
 * `generation`, so that only one of several concurrent requests succeeds.
 */
export interface SessionRow {
  id: string;
  user_id: string;
  /** Display name: «Chrome, Windows». */
  device: string;
  /** Prefix of the client's address: 203.0.113.0/24. */
  network: string;
  /** 0n: the session ends with the browser. */
  is_remembered: bigint;
  /** Time of the user's last authentication. */
  auth_time: bigint;
  /** Authentication methods, as in the access token's claim; separated by spaces. */
  amr: string;
  /** SHA-256 of the newest token, which was never presented: presenting it replaces it. */
  current_hash: string;
  /** The token that the current one replaced; null for the first one. */
  parent_hash: string | null;
  /** Increases when the current token is presented. Its other tokens are invalid: their response was lost. */
  generation: bigint;
  /** When the current token was issued. */
  rotated_at: bigint;
  created_at: bigint;
  /** When it ends, unless it is refreshed; the time of its end once it is revoked. */
  expires_at: bigint;
  revoked_at: bigint | null;
}

/** A passkey of an account: a key pair whose private key is in the user's device or password manager. */
export interface PasskeyRow {
  id: string;
  user_id: string;
  /** The credential id that the authenticator has assigned, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Number of signatures according to the authenticator; always 0 if it does not count. */
  counter: bigint;
  /** JSON list of transports: `internal`, `hybrid` … */
  transports: string;
  /** 1n: copies exist on other devices. */
  is_synced: bigint;
  /** Display name for its owner. */
  name: string;
  created_at: bigint;
  used_at: bigint | null;
}

/** Random bytes for one signature of a passkey. Deleted when used. */
export interface PasskeyChallengeRow {
  /** base64url. */
  challenge: string;
  /** Purpose of the signature. */
  purpose: 'login' | 'confirm' | 'register' | 'signup';
  /** The user of the request, for `confirm` and `register`. */
  user_id: string | null;
  session_id: string | null;
  /** The e-mail to sign up with, in lower case. */
  email: string | null;
  /** The id of the account to create: the passkey stores it. */
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

/** Token of the link that sets a new password. Deleted when used. */
export interface RestoreTokenRow {
  id: string;
  user_id: string;
  expires_at: bigint;
  /** Id of the proof token, which replaces the code after the second factor was verified; null before. */
  proof_id: string | null;
}

/** A promocode that a user has saved in the account. */
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
 * A change of an account's address. Before `changed_at` it is pending until the code of an e-mail to the new address is
 * entered. After that, the old address can undo it.
 */
export interface EmailChangeRow {
  id: string;
  user_id: string;
  /** Both in lower case. */
  old_email: string;
  new_email: string;
  /** Number of attempts to enter the code. */
  attempts: bigint;
  created_at: bigint;
  changed_at: bigint | null;
  /** When the code expires; after the change, the end of the undo period. */
  expires_at: bigint;
}

/** A card, a phone or a wallet that a user has saved. */
export interface SavedRequisiteRow {
  id: string;
  user_id: string;
  /** Phones for transfers count as cards. */
  type: SavedRequisiteType;
  currency_id: bigint;
  /** The owner's label; may be empty. */
  label: string;
  /** JSON of field name → value, by `sealField`. */
  sealed_values: string;
  /** Keyed hash of the payout destination: `findDestination`. */
  value_hash: string;
  /** Earliest time of a payout to it. */
  payout_from: bigint;
  /** When it was last used in a new claim. */
  used_at: bigint | null;
  created_at: bigint;
  /** When it was deleted. It can be restored for a short time. */
  deleted_at: bigint | null;
}

/** Token of «Это не я», the link of a security e-mail that stops an account. */
export interface StopTokenRow {
  id: string;
  user_id: string;
  /** Recipient of the e-mail, in lower case. */
  email: string;
  created_at: bigint;
  expires_at: bigint;
  used_at: bigint | null;
}

/** The app that generates an account's codes. It is unconfirmed until `confirmed_at`. */
export interface TotpFactorRow {
  id: string;
  user_id: string;
  /** `sealField` of the secret, base32. */
  sealed_secret: string;
  created_at: bigint;
  /** When it was turned on. */
  confirmed_at: bigint | null;
  /** Until when it may be turned on; null after that. */
  expires_at: bigint | null;
  /** The last time step whose code was used. Codes of this and earlier steps are refused. */
  last_step: bigint;
}

/** A recovery code. Deleted when used. */
export interface RecoveryCodeRow {
  id: string;
  user_id: string;
  /** `sealField` of the code's SHA-256. */
  sealed_hash: string;
  created_at: bigint;
}

/** A login after a correct password that still needs a code. Deleted when it succeeds. */
export interface LoginChallengeRow {
  id: string;
  user_id: string;
  /** Hash of the account's password hash: a new password invalidates the challenge. */
  password_mark: string;
  /** As in SessionRow. */
  is_remembered: bigint;
  /** Number of attempts to enter a code. */
  attempts: bigint;
  created_at: bigint;
  expires_at: bigint;
}
