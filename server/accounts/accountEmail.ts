import { randomUUID } from 'node:crypto';
import { EMAIL_CODE_LIFETIME_MINUTES } from '#core/contract/account/accountChanges.ts';
import type { RecentAccess } from '#core/contract/account/recentAccess.ts';
import { ALERT_LINK_LIFETIME } from '#core/contract/course/courseAlert.ts';
import type { StaffRole } from '#core/contract/operator/staff.ts';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import { executeTogether } from '#server/platform/database/executeTogether.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { EmailKind, EmailRow } from '#server/platform/database/serverRows.ts';
import { buildEmailColumns } from '#server/platform/email/emailColumns.ts';
import type { AccountDevice } from './accountClient.ts';
import { buildStopTokenInsert } from './accountStop/stopToken.ts';

/**
 * Why sessions were ended: a token was presented twice, a logged-in user ended one or several, or the operator ended
 * them or blocked the account.
 */
export type RevocationReason = 'token_reused' | 'one_ended' | 'several_ended' | 'operator' | 'blocked';

/** Why automatic withdrawal has ended, other than by the owner's choice. */
export type AutoWithdrawalEnd = 'requisite_removed' | 'stopped' | 'withdrawal_cancelled';

/** A passkey, a key or a webhook that was removed. */
export type RemovedAccess = Pick<RecentAccess, 'kind' | 'name' | 'hint'>;

/** Changes of a webhook that may send events to somebody else, or let somebody else sign them. */
export const WEBHOOK_ACCESS_CHANGES = ['url', 'secret', 'on'] as const;
export type WebhookAccessChange = (typeof WEBHOOK_ACCESS_CHANGES)[number];

/** Where and when somebody entered the e-mail. `at`: milliseconds. */
export interface SignupOrigin extends AccountDevice {
  at: number;
}

/**
 * An e-mail about security, with the device and the network of the change in display form. It has a link that stops the
 * account: see `hasStopLink`.
 */
export type SecurityEmail = AccountDevice &
  (
    | {
        kind:
          | 'new_device'
          | 'deletion_cancelled'
          | 'recovery_codes_renewed'
          | 'second_factor_added'
          | 'second_factor_removed'
          | 'passkey_added'
          | 'passkey_removed';
      }
    /** `removed`: access that a restore has removed because the owner did not keep it. */
    | { kind: 'password_changed'; removed?: readonly RemovedAccess[] }
    /** `left`: number of unused recovery codes. */
    | { kind: 'recovery_code_used'; left: number }
    | { kind: 'sessions_revoked'; reason: RevocationReason }
    /** `email`: the new or present address of the account, masked. `removed`: only for `account_stopped`. */
    | {
        kind: 'email_changing' | 'email_changed' | 'account_stopped';
        email: string;
        removed?: readonly RemovedAccess[];
      }
    /** `requisite`: currency and masked value. */
    | { kind: 'requisite_added'; requisite: string }
    /**
     * The destination of a claim's refund, masked, and the amount as displayed. Its link stops the refund, not an
     * account: the recipient may have none.
     */
    | { kind: 'refund_named'; claimId: string; number: string; summa: string; destination: string }
    /** `key`: the name and the last characters of a key of the shop API. */
    | { kind: 'shop_key_created'; key: string }
    | { kind: 'webhook_added'; url: string }
    | { kind: 'webhook_changed'; url: string; changes: readonly WebhookAccessChange[] }
    /**
     * `summa`: with its fee, as displayed; `payout`: the amount paid out; `outcome`: the reference of a paid withdrawal,
     * or the reason of a cancelled one.
     */
    | {
        kind: 'withdrawal_created' | 'withdrawal_paid' | 'withdrawal_cancelled';
        summa: string;
        payout: string;
        requisite: string;
        outcome: string;
        /** Whether the owner has cancelled it. */
        isOwn?: boolean;
      }
    /** `summa`: threshold of the automatic withdrawal, as displayed; `requisite`: its destination. */
    | { kind: 'auto_withdrawal_on'; summa: string; requisite: string }
    /** `dueAt`: when the account is deleted, milliseconds. */
    | { kind: 'deletion_planned'; dueAt: number }
  );

/** Content of an e-mail about an account. Ids are those of the rows that the tokens of links are derived from. */
export type AccountEmail =
  | SecurityEmail
  | { kind: 'activate'; signupId: string; origin: SignupOrigin }
  /** `register_again`: several people have entered the e-mail, so the sign-up of the recipient cannot be determined. */
  | { kind: 'already_registered' | 'register_again'; origin: SignupOrigin }
  | { kind: 'restore'; tokenId: string }
  /** `email_code`: to the new address of an account; `email_taken`: to an address that already has an account. */
  | { kind: 'email_code'; changeId: string }
  | { kind: 'email_taken' | 'account_deleted' }
  /** To an account that subscribes to the news. */
  | { kind: 'news'; userId: string; slug: string; title: string; description: string }
  /** The decision on a saved card, masked. `expiresAt`: of the approval, milliseconds. `path`: of the card's page. */
  | { kind: 'card_approved' | 'card_expiring'; card: string; expiresAt: number }
  | { kind: 'card_rejected'; card: string; reason: string; path: string }
  /** `reason`: why deliveries to the webhook have stopped. */
  | { kind: 'webhook_off'; url: string; reason: 'failing' | 'gone' }
  /** A changed role, to the member of staff (`isOwn`) and to the admins. `role`: null without one; `by`: who changed it. */
  | { kind: 'staff_changed'; member: string; role: StaffRole | null; by: string; isOwn: boolean }
  | { kind: 'auto_withdrawal_ended'; summa: string; reason: AutoWithdrawalEnd }
  /**
   * About an alert: the pair, the price to reach and the present course as displayed. The recipient may have no
   * account. `from`, `to`: codes of the currencies.
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
    };

/** An e-mail in the outbox. `stopId`: the row of its stop token («Это не я»). */
export type StoredAccountEmail = AccountEmail & { stopId?: string };

const HOUR_MS = 3_600_000;

/** Lifetimes of the links and codes of e-mails, counted from the e-mail's `at`, milliseconds. */
export const LINK_LIFETIMES_MS = {
  activate: LINK_LIFETIMES.activate.hours * HOUR_MS,
  restore: LINK_LIFETIMES.restore.hours * HOUR_MS,
  email_code: EMAIL_CODE_LIFETIME_MINUTES * 60_000,
  course_alert: ALERT_LINK_LIFETIME.hours * HOUR_MS,
} as const satisfies Partial<Record<EmailKind, number>>;

/** An e-mail to add to the outbox. */
export interface NewAccountEmail {
  recipient: string;
  message: AccountEmail;
  /** The time of the change, milliseconds. The link of the e-mail is valid from this time. */
  at: bigint;
  /** The account that «Это не я» stops; by default the one with the recipient's e-mail. */
  userId?: string;
  /** Id of an e-mail that is sent once: a second one with the same id is ignored. */
  messageId?: string;
}

/**
 * Adds an e-mail about an account to the outbox. `trx` is the transaction of the change: a rollback removes the e-mail.
 */
export async function enqueueAccountEmail(
  trx: Db,
  { recipient, message, at, userId, messageId }: NewAccountEmail,
): Promise<void> {
  const { kind, ...about } = message;
  const stopId = hasStopLink(message) ? randomUUID() : undefined;
  const insert = trx.insertInto('mail').values({
    message_id: messageId ?? `${randomUUID()}.${kind}`,
    kind,
    about: JSON.stringify({ ...about, stopId }),
    ...buildEmailColumns(recipient, at),
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
 * Whether an e-mail has the link «Это не я»: all e-mails about the security of an account, unless the account was
 * stopped by that link or blocked by the operator.
 */
function hasStopLink(message: AccountEmail): boolean {
  if (message.kind === 'sessions_revoked') return message.reason !== 'blocked';
  return 'device' in message && message.kind !== 'account_stopped' && message.kind !== 'refund_named';
}

/** Parses the account e-mail of an outbox row that is not sent yet. */
export function parseAccountEmail({
  kind,
  about,
  at,
}: Pick<EmailRow, 'about' | 'at'> & { kind: EmailKind }): StoredAccountEmail {
  const origin = { device: '', network: '', at: Number(at) };
  // Rows of earlier versions lack these fields.
  const defaults: Partial<Record<EmailKind, object>> = {
    sessions_revoked: { reason: 'several_ended' },
    activate: { origin },
    already_registered: { origin },
    register_again: { origin },
  };
  return { ...defaults[kind], ...(JSON.parse(about ?? '{}') as object), kind } as StoredAccountEmail;
}

/** When the link or code of an e-mail expires, milliseconds; Infinity for e-mails without an expiry. */
export function getLinkExpiry({ kind, at }: { kind: EmailKind } & Pick<EmailRow, 'at'>): number {
  const lifetimes: Partial<Record<EmailKind, number>> = LINK_LIFETIMES_MS;
  return Number(at) + (lifetimes[kind] ?? Infinity);
}
