import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { EMAIL_CODE_LIFETIME_MINUTES } from '#core/contract/account/accountChanges.ts';
import type { RecentAccess } from '#core/contract/account/recentAccess.ts';
import { ALERT_LINK_LIFETIME } from '#core/contract/course/courseAlert.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { executeTogether } from '../database/executeTogether.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { MailKind, MailRow } from '../database/serverRows.ts';
import { getMailbox } from '../mail/recipients.ts';
import type { NewsItem } from '../newsletter/newsItems.ts';
import { buildStopTokenInsert } from './accountStop/stopToken.ts';

/**
 * Why sessions were ended: one of them twice presented a token, somebody who is logged in ended one or several, or the
 * operator did, or blocked the account.
 */
export type RevocationReason = 'token_reused' | 'one_ended' | 'several_ended' | 'operator' | 'blocked';

/** Why money is not withdrawn automatically any more, apart from the owner's wish. */
export type AutoWithdrawalEnd = 'requisite_removed' | 'stopped' | 'withdrawal_cancelled';

/** A passkey, a key or a webhook that was removed. */
export type RemovedAccess = Pick<RecentAccess, 'kind' | 'name' | 'hint'>;

/** Changes of a webhook that may send events to somebody else, or let somebody else sign them. */
export const WEBHOOK_ACCESS_CHANGES = ['url', 'secret', 'on'] as const;
export type WebhookAccessChange = (typeof WEBHOOK_ACCESS_CHANGES)[number];

/** Where and when somebody entered the e-mail. `at`: milliseconds; the others as in AccountDevice. */
export interface SignupOrigin {
  device: string;
  network: string;
  at: number;
}

/** What a letter tells the owner of an account. Ids are those of the rows that the tokens of links are derived from. */
export type AccountLetter =
  | { kind: 'activate'; signupId: string; origin: SignupOrigin }
  /** `register_again`: several people have entered the e-mail, and nobody knows which sign-up is the recipient's. */
  | { kind: 'already_registered' | 'register_again'; origin: SignupOrigin }
  | { kind: 'restore'; tokenId: string }
  /** To the new address of an account, with a code; and to one that already has an account. */
  | { kind: 'email_code'; changeId: string }
  | { kind: 'email_taken' | 'account_deleted' }
  /** To an account that wants the news. */
  | ({ kind: 'news'; userId: string } & NewsItem)
  /**
   * Letters about security: the device and the network that made the change, as the owner reads them. Each gets a link
   * that stops the account: see `hasStopLink`.
   */
  | {
      kind:
        | 'new_device'
        | 'deletion_cancelled'
        | 'recovery_codes_renewed'
        | 'second_factor_added'
        | 'second_factor_removed'
        | 'passkey_added'
        | 'passkey_removed';
      device: string;
      network: string;
    }
  /** `removed`: by a restore, what its owner has not confirmed. */
  | { kind: 'password_changed'; removed?: readonly RemovedAccess[]; device: string; network: string }
  /** `left`: recovery codes that still work. */
  | { kind: 'recovery_code_used'; left: number; device: string; network: string }
  | { kind: 'sessions_revoked'; reason: RevocationReason; device: string; network: string }
  /** `email`: the address that the account gets or has now, masked. */
  | {
      kind: 'email_changing' | 'email_changed' | 'account_stopped';
      email: string;
      /** By `account_stopped`. */
      removed?: readonly RemovedAccess[];
      device: string;
      network: string;
    }
  /** The decision on a saved card, masked. `expiresAt`: of the approval, milliseconds. `path`: of the card's page. */
  | { kind: 'card_approved' | 'card_expiring'; card: string; expiresAt: number }
  | { kind: 'card_rejected'; card: string; reason: string; path: string }
  /** `requisite`: currency and masked value. */
  | { kind: 'requisite_added'; requisite: string; device: string; network: string }
  /**
   * Where the refund of a claim goes, masked, and the sum as displayed. Its link stops the refund, not an account: the
   * recipient may have none.
   */
  | {
      kind: 'refund_named';
      claimId: string;
      number: string;
      summa: string;
      destination: string;
      device: string;
      network: string;
    }
  /** `key`: the name and the end of a key of the shop API. */
  | { kind: 'shop_key_created'; key: string; device: string; network: string }
  | { kind: 'webhook_added'; url: string; device: string; network: string }
  | {
      kind: 'webhook_changed';
      url: string;
      changes: readonly WebhookAccessChange[];
      device: string;
      network: string;
    }
  /** `reason`: why nothing is sent to the webhook any more. */
  | { kind: 'webhook_off'; url: string; reason: 'failing' | 'gone' }
  /**
   * `summa`: with its fee, as displayed; `payout`: what arrives; `outcome`: the reference of a paid withdrawal, or the reason
   * of a cancelled one.
   */
  | {
      kind: 'withdrawal_created' | 'withdrawal_paid' | 'withdrawal_cancelled';
      summa: string;
      payout: string;
      requisite: string;
      outcome: string;
      /** Whether the owner has cancelled it. */
      isOwn?: boolean;
      device: string;
      network: string;
    }
  /** From which sum on, as displayed, money is withdrawn automatically, and where to. */
  | { kind: 'auto_withdrawal_on'; summa: string; requisite: string; device: string; network: string }
  | { kind: 'auto_withdrawal_ended'; summa: string; reason: AutoWithdrawalEnd }
  /**
   * About an alert: the pair, the wanted price and the present course as displayed. The recipient may have no account.
   * `from`, `to`: codes of the currencies.
   */
  | { kind: 'course_alert'; alertId: string; pair: string; price: string; course: string }
  | {
      kind: 'course_reached';
      alertId: string;
      from: string;
      to: string;
      pair: string;
      price: string;
      course: string;
    }
  /** `dueAt`: when the account is deleted, milliseconds. */
  | { kind: 'deletion_planned'; dueAt: number; device: string; network: string };

/** A letter in the outbox. `stopId`: the row of the token that «Это не я» has. */
export type StoredLetter = AccountLetter & { stopId?: string };

const HOUR_MS = 3_600_000;

/** How long the links and codes of letters work after the letter's `at`, milliseconds. */
export const LINK_LIFETIMES_MS = {
  activate: LINK_LIFETIMES.activate.hours * HOUR_MS,
  restore: LINK_LIFETIMES.restore.hours * HOUR_MS,
  email_code: EMAIL_CODE_LIFETIME_MINUTES * 60_000,
  course_alert: ALERT_LINK_LIFETIME.hours * HOUR_MS,
} as const satisfies Partial<Record<MailKind, number>>;

/** A letter to add to the outbox. */
export interface NewAccountMail {
  recipient: string;
  letter: AccountLetter;
  /** The time of the change, milliseconds; the link of the letter works from then on. */
  at: bigint;
  /** The account that «Это не я» stops; by default the one with the recipient's e-mail. */
  userId?: string;
  /** Of a letter that is sent once: another one with the same id is left out. */
  messageId?: string;
}

/**
 * Adds a letter about an account to the outbox. `trx` is the transaction of the change, so a rollback also removes the
 * letter.
 */
export async function enqueueAccountMail(
  trx: Kysely<DatabaseSchema>,
  { recipient, letter, at, userId, messageId }: NewAccountMail,
): Promise<void> {
  const { kind, ...about } = letter;
  const stopId = hasStopLink(letter) ? randomUUID() : undefined;
  const insert = trx.insertInto('mail').values({
    message_id: messageId ?? `${randomUUID()}.${kind}`,
    claim_id: null,
    kind,
    about: JSON.stringify({ ...about, stopId }),
    recipient,
    mailbox: getMailbox(recipient),
    // Composed at delivery.
    subject: '',
    text: '',
    attempts: 0n,
    next_at: at,
    sent_at: null,
    dead_at: null,
    at,
  });
  // Another process may send it at the same time.
  const mail = insert.onConflict(conflict => conflict.column('message_id').doNothing());
  if (stopId === undefined) await mail.execute();
  else
    await executeTogether(trx, [
      mail,
      buildStopTokenInsert(trx, { id: stopId, email: recipient, at, userId }),
    ]);
}

/**
 * Whether a letter has «Это не я»: all about the security of an account, unless that was pressed, or the operator has blocked
 * the account.
 */
function hasStopLink(letter: AccountLetter): boolean {
  if (letter.kind === 'sessions_revoked') return letter.reason !== 'blocked';
  return 'device' in letter && letter.kind !== 'account_stopped' && letter.kind !== 'refund_named';
}

/** Returns the letter of a row that is about an account and not sent yet. */
export function parseAccountLetter({
  kind,
  about,
  at,
}: Pick<MailRow, 'about' | 'at'> & { kind: MailKind }): StoredLetter {
  const origin = { device: '', network: '', at: Number(at) };
  // Earlier versions stored neither.
  const defaults: Partial<Record<MailKind, object>> = {
    sessions_revoked: { reason: 'several_ended' },
    activate: { origin },
    already_registered: { origin },
    register_again: { origin },
  };
  return { ...defaults[kind], ...(JSON.parse(about ?? '{}') as object), kind } as StoredLetter;
}

/** When the letter is of no use any more, milliseconds, because its link or code has expired; Infinity for most letters. */
export function getLinkExpiry({ kind, at }: { kind: MailKind } & Pick<MailRow, 'at'>): number {
  const lifetimes: Partial<Record<MailKind, number>> = LINK_LIFETIMES_MS;
  return Number(at) + (lifetimes[kind] ?? Infinity);
}
