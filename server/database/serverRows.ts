import type { Generated } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';

/** Settings of the exchange, and the database's key, generated at the first start. JSON text. */
export interface SettingRow {
  name: string;
  value: string;
}

/** A key that this database was used with. The key itself is not in the database. */
export interface AccountKeyRow {
  /** `getKeyId` of the key. */
  id: string;
  created_at: bigint;
  /** When the operator declared that nothing needs it any more; null: the servers do not start without it. */
  retired_at: bigint | null;
}

/** What an e-mail is about: a claim, an event of an account, or a news item. */
export type MailKind =
  | 'claim'
  | 'activate'
  | 'already_registered'
  | 'register_again'
  | 'restore'
  | 'password_changed'
  | 'new_device'
  | 'sessions_revoked'
  | 'email_code'
  | 'email_taken'
  | 'email_changing'
  | 'email_changed'
  | 'account_stopped'
  | 'deletion_planned'
  | 'deletion_cancelled'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'requisite_added'
  | 'refund_named'
  | 'card_approved'
  | 'card_expiring'
  | 'card_rejected'
  | 'passkey_added'
  | 'passkey_removed'
  | 'shop_key_created'
  | 'webhook_added'
  | 'webhook_changed'
  | 'webhook_off'
  | 'withdrawal_created'
  | 'withdrawal_paid'
  | 'withdrawal_cancelled'
  | 'auto_withdrawal_on'
  | 'auto_withdrawal_ended'
  | 'account_deleted'
  | 'news'
  | 'course_alert'
  | 'course_reached';

/**
 * An outgoing e-mail, written in the transaction of the change that it reports. `sent_at` is null until
 * a mail server accepts it. Then `subject` and `text` become what was sent: they depend on the claim's later state.
 */
export interface MailRow {
  id: Generated<bigint>;
  /** Stable across attempts, so that a receiver can drop duplicates. */
  message_id: string;
  /** Null exactly if the e-mail is about an account. */
  claim_id: string | null;
  kind: Generated<MailKind>;
  /** JSON of what a letter about an account is about, apart from its kind. Null for a claim, and after sending. */
  about: string | null;
  recipient: string;
  /** `getMailbox` of the recipient. */
  mailbox: string;
  subject: string;
  text: string;
  attempts: bigint;
  next_at: bigint;
  sent_at: bigint | null;
  /** When the last attempt failed: it is not sent any more. */
  dead_at: bigint | null;
  at: bigint;
}

/** A link to the Telegram bot that nobody has used yet: the last one of its claim. */
export interface TelegramLinkRow {
  claim_id: string;
  /** Keyed hash of the token in the link. */
  token_hash: string;
  expires_at: bigint;
}

/** The chat that is told about the statuses of a claim. Nothing else of its person is stored. */
export interface TelegramChatRow {
  claim_id: string;
  chat_id: bigint;
}

/** What a message of the bot says: a new status of a claim, or an answer to what somebody has written. */
export type TelegramMessageKind = 'status' | 'connected' | 'link_invalid' | 'stopped' | 'help';

/** A message that Telegram has not accepted yet. It is deleted then. */
export interface TelegramMessageRow {
  id: Generated<bigint>;
  chat_id: bigint;
  /** Null exactly if the message is about no claim. */
  claim_id: string | null;
  kind: TelegramMessageKind;
  /** The status to tell; null without a claim. An answer of an earlier version has none: it tells the present one. */
  status: ClaimStatusCode | null;
  /** Failed attempts. */
  attempts: bigint;
  next_at: bigint;
  at: bigint;
}

/** Up to where what people wrote to a bot has been answered. */
export interface TelegramOffsetRow {
  bot_id: bigint;
  /** Updates of smaller ids have been answered. */
  next_update: bigint;
  /** When the last one was answered. */
  at: bigint;
}

/** One row, written by the health check. */
export interface HeartbeatRow {
  id: bigint;
  at: bigint;
}

/** A mailbox in which somebody has opened a link. */
export interface MailRecipientRow {
  /** Keyed hash of the mailbox. */
  mailbox_hash: string;
  confirmed_at: bigint;
}

/** The courses of all open pairs of one currency to send, at a time. */
export interface CourseSampleRow {
  from_id: bigint;
  at: bigint;
  /** JSON: id of the currency to receive → course. */
  courses: string;
}

/** Who wants to hear when the course of a pair reaches a price. */
export interface CourseAlertRow {
  id: string;
  from_id: bigint;
  to_id: bigint;
  /** The currency that the price is of; it is in units of the other one. */
  price_of: 'from' | 'to';
  price: string;
  /** Whether the price has to rise or to fall to it. */
  direction: 'up' | 'down';
  /** Empty once the letter about the reached course is in the outbox. */
  email: string;
  /** Keyed hash of the e-mail's mailbox. */
  mailbox_hash: string;
  created_at: bigint;
  /** Null until the link of the letter was used. */
  confirmed_at: bigint | null;
  reached_at: bigint | null;
  expires_at: bigint;
}

/** How often a client network has used a limit that all processes share. Only PostgreSQL has rows. */
export interface RateLimitRow {
  /** Name of the budget and keyed hash of the network: `claim:…`. */
  key: string;
  points: bigint;
  /** When the window ends. */
  expire: bigint;
}

/** Append-only: operators' changes, each with its command. */
export interface OperatorChangeRow {
  id: Generated<bigint>;
  /** Who made it: `--as`, else the system user. */
  actor: string;
  command: string;
  target: string;
  detail: string;
  at: bigint;
}

/** A right that one process at a time has. The row of a released lease is deleted. */
export interface LeaseRow {
  /** What the lease is for, for example `rates.binance`. */
  name: string;
  holder: string;
  /** When another process may take it, milliseconds since 1970 UTC by the database's clock. */
  expires_at: bigint;
}

/**
 * The last price of a ticker from a polled source, and a jumped one that awaits confirmation (all three columns, or null).
 * Prices are exact dollars for one unit: `numerator/denominator`, two positive integers.
 */
export interface RateRow {
  source: string;
  ticker: string;
  bid: string;
  ask: string;
  /** `SourcePrice.at`. */
  at: bigint;
  unconfirmed_bid: string | null;
  unconfirmed_ask: string | null;
  unconfirmed_at: bigint | null;
}
