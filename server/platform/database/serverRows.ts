import type { EMAIL_LIMIT_GROUPS } from '../email/emailLimitGroups.ts';
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
  /** When the operator retired the key; null: servers do not start without it. */
  retired_at: bigint | null;
}

/** The subject of an e-mail: a claim, an event of an account, or a news item. */
export type EmailKind = keyof typeof EMAIL_LIMIT_GROUPS;

/**
 * An outgoing e-mail, written in the transaction of the change that it reports. `sent_at` is null until a mail server
 * accepts it. Then `subject` and `text` are set to the sent content, which depends on the claim's state at delivery.
 */
export interface EmailRow {
  id: Generated<bigint>;
  /** Stable across attempts, so that a receiver can drop duplicates. */
  message_id: string;
  /** Null exactly if the e-mail is about an account. */
  claim_id: string | null;
  kind: Generated<EmailKind>;
  /** JSON data of an e-mail about an account, apart from its kind. Null for a claim, and after sending. */
  about: string | null;
  recipient: string;
  /** `getMailbox` of the recipient. */
  mailbox: string;
  subject: string;
  text: string;
  attempts: bigint;
  next_at: bigint;
  sent_at: bigint | null;
  /** When the last attempt failed. The e-mail is not sent after that. */
  dead_at: bigint | null;
  /** Code of the last failed attempt: of the mail server's reply (550), else of the error (ECONNREFUSED). */
  failure: string | null;
  at: bigint;
}

/** The last unused link of a claim to the Telegram bot. */
export interface TelegramLinkRow {
  claim_id: string;
  /** Keyed hash of the token in the link. */
  token_hash: string;
  expires_at: bigint;
}

/** The chat that gets messages about the statuses of a claim. No other data of the person is stored. */
export interface TelegramChatRow {
  claim_id: string;
  chat_id: bigint;
}

/** Content of a message of the bot: a new status of a claim, or an answer to a person's message. */
export type TelegramMessageKind = 'status' | 'connected' | 'link_invalid' | 'stopped' | 'help';

/** A message that Telegram has not accepted yet. It is deleted after acceptance. */
export interface TelegramMessageRow {
  id: Generated<bigint>;
  chat_id: bigint;
  /** Null exactly if the message is about no claim. */
  claim_id: string | null;
  kind: TelegramMessageKind;
  /** The status to send; null without a claim. Answers of earlier versions have none and send the present one. */
  status: ClaimStatusCode | null;
  /** Number of failed attempts. */
  attempts: bigint;
  next_at: bigint;
  at: bigint;
}

/** Position up to which the updates of a bot have been answered. */
export interface TelegramOffsetRow {
  bot_id: bigint;
  /** Updates with smaller ids have been answered. */
  next_update: bigint;
  /** Time of the last answer. */
  at: bigint;
}

/** One row, written by the health check. */
export interface HeartbeatRow {
  id: bigint;
  at: bigint;
}

/** A mailbox whose owner has opened a link. */
export interface EmailRecipientRow {
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

/** An alert for a recipient when the course of a pair reaches a price. */
export interface CourseAlertRow {
  id: string;
  from_id: bigint;
  to_id: bigint;
  /** The currency whose price it is, in units of the other one. */
  price_of: 'from' | 'to';
  price: string;
  /** Whether the price has to rise or fall to the limit. */
  direction: 'up' | 'down';
  /** Empty after the e-mail about the reached course is in the outbox. */
  email: string;
  /** Keyed hash of the e-mail's mailbox. */
  mailbox_hash: string;
  created_at: bigint;
  /** Null until the link of the e-mail is used. */
  confirmed_at: bigint | null;
  reached_at: bigint | null;
  expires_at: bigint;
}

/** The token bucket of a limit and a key, shared by all processes. Only PostgreSQL has rows. Times: microseconds. */
export interface RateLimitRow {
  /** Name of the budget and keyed hash of the network: `claim:…`. */
  key: string;
  /** How long the last request had to wait for its tokens; 0: it took them. */
  wait: bigint;
  /** When the bucket is full again, since 1970 UTC. */
  expire: bigint;
}

/** Append-only: operators' changes, each with its command. */
export interface OperatorChangeRow {
  id: Generated<bigint>;
  /** Author of the change: the e-mail of staff; in the command line `--as`, else the system user. */
  actor: string;
  command: string;
  target: string;
  detail: string;
  at: bigint;
  /** Prefix of the author's address: 203.0.113.0/24. Empty: the command line. */
  network: Generated<string>;
}

/** An exclusive right of one process at a time. The row of a released lease is deleted. */
export interface LeaseRow {
  /** Purpose of the lease, for example `rates.binance`. */
  name: string;
  holder: string;
  /** When another process may acquire it, milliseconds since 1970 UTC by the database's clock. */
  expires_at: bigint;
}

/**
 * The last price of a ticker from a polled source, and a jumped one that needs confirmation (all three columns, or
 * null). Prices are exact dollars for one unit: `numerator/denominator`, two positive integers.
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
