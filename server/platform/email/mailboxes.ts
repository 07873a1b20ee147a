import type { PlatformContext } from '../context.ts';
import { runInTransaction } from '../database/runInTransaction.ts';
import { isAnyOf } from '../database/columnConditions.ts';
import type { Db } from '../database/schema.ts';
import type { ServerKeys } from '../keys/serverKeys.ts';

/**
 * Returns the mailbox of an address: lower case, without a tag after “+”. The spellings of an address share its limits.
 */
export function getMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return `${name}${address.slice(at)}`.toLowerCase();
}

/** Returns the lock for checks and changes of a mailbox's limits. */
export const getMailboxLock = (mailbox: string): string => `mailbox:${mailbox}`;

/** Whether a link that was sent to the mailbox has been opened. */
async function isMailboxConfirmed(db: Db, keys: ServerKeys, mailbox: string): Promise<boolean> {
  return (
    (await selectConfirmations(db, keys.listHashes('mailbox', mailbox)).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** Returns which of the mailboxes are confirmed. */
export async function findConfirmedMailboxes(
  db: Db,
  keys: ServerKeys,
  mailboxes: readonly string[],
): Promise<Set<string>> {
  const mailboxByHash = new Map(
    mailboxes.flatMap(mailbox => keys.listHashes('mailbox', mailbox).map(hash => [hash, mailbox] as const)),
  );
  const rows = await db
    .selectFrom('mail_recipients')
    .select('mailbox_hash')
    .where(isAnyOf(db, 'mailbox_hash', [...mailboxByHash.keys()]))
    .execute();
  return new Set(rows.flatMap(({ mailbox_hash }) => mailboxByHash.get(mailbox_hash) ?? []));
}

/** Selects rows if the mailbox with these hashes is confirmed. */
export function selectConfirmations(db: Db, mailboxHashes: readonly string[]) {
  return db
    .selectFrom('mail_recipients')
    .select('mailbox_hash as evidence')
    .where('mailbox_hash', 'in', mailboxHashes);
}

/**
 * Records that a link sent to the address was opened, and makes delayed e-mails to it due. The links that activate or
 * restore an account count only when they are used. Runs in a separate transaction.
 */
export async function confirmMailbox(
  { db, keys, now }: Pick<PlatformContext, 'db' | 'keys' | 'now'>,
  address: string,
): Promise<void> {
  const mailbox = getMailbox(address);
  if (await isMailboxConfirmed(db, keys, mailbox)) return;
  await runInTransaction(
    db,
    async trx => {
      await trx
        .insertInto('mail_recipients')
        .values({ mailbox_hash: keys.hash('mailbox', mailbox), confirmed_at: BigInt(now()) })
        .onConflict(conflict => conflict.doNothing())
        .execute();
      await trx
        .updateTable('mail')
        .set({ next_at: BigInt(now()) })
        .where('mailbox', '=', mailbox)
        .where('sent_at', 'is', null)
        .where('attempts', '=', 0n)
        .execute();
    },
    [getMailboxLock(mailbox)],
  );
}
