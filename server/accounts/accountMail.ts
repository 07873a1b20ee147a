import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LINK_LIFETIMES } from '#core/contract/user.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import type { MailKind, MailRow } from '../database/serverRows.ts';
import { getMailbox } from '../mail/recipients.ts';

/**
 * Why sessions were ended: one of them twice presented a token, somebody who is logged in ended one or several, or the
 * operator did, or blocked the account.
 */
export type RevocationReason = 'token_reused' | 'one_ended' | 'several_ended' | 'operator' | 'blocked';

/** What a letter tells the owner of an account. Ids are those of the rows that the tokens of links are derived from. */
export type AccountLetter =
  | { kind: 'activate'; signupId: string }
  | { kind: 'already_registered' }
  /** Several people have entered the e-mail, and nobody knows which sign-up is the recipient's. */
  | { kind: 'register_again' }
  | { kind: 'restore'; tokenId: string }
  /** Letters about security: the device and the network that made the change, as the owner reads them. */
  | { kind: 'password_changed' | 'new_device'; device: string; network: string }
  | { kind: 'sessions_revoked'; reason: RevocationReason; device: string; network: string };

const HOUR_MS = 3_600_000;

/** How long the links of letters work after the letter's `at`, milliseconds. */
export const LINK_LIFETIMES_MS = {
  activate: LINK_LIFETIMES.activate.hours * HOUR_MS,
  restore: LINK_LIFETIMES.restore.hours * HOUR_MS,
} as const satisfies Partial<Record<MailKind, number>>;

/**
 * Adds a letter about an account to the outbox. `trx` is the transaction of the change, so a rollback also removes the
 * letter. `at`: the time of the change, milliseconds; the link of the letter works from then on.
 */
export async function enqueueAccountMail(
  trx: Kysely<DatabaseSchema>,
  { recipient, letter, at }: { recipient: string; letter: AccountLetter; at: bigint },
): Promise<void> {
  const { kind, ...about } = letter;
  await trx
    .insertInto('mail')
    .values({
      message_id: `${randomUUID()}.${kind}`,
      claim_id: null,
      kind,
      about: JSON.stringify(about),
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
    })
    .execute();
}

/** Returns the letter of a row that is about an account and not sent yet. */
export function parseAccountLetter({ kind, about }: { kind: MailKind; about: string | null }): AccountLetter {
  // An earlier version stored no reason.
  const defaults = kind === 'sessions_revoked' ? { reason: 'several_ended' } : {};
  return { ...defaults, ...(JSON.parse(about ?? '{}') as object), kind } as AccountLetter;
}

/** When the link of a letter stops working, milliseconds; Infinity if the letter has none that does. */
export function getLinkExpiry({ kind, at }: { kind: MailKind } & Pick<MailRow, 'at'>): number {
  return kind === 'activate' || kind === 'restore' ? Number(at) + LINK_LIFETIMES_MS[kind] : Infinity;
}
