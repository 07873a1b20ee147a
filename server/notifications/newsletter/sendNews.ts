import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { buildEmailColumns } from '#server/platform/email/emailColumns.ts';
import type { NewsItem } from './newsItems.ts';
import { getNewsMessageId, selectRecipients } from './newsSubscribers.ts';

/** Rate at which e-mails with news become due, which the mail server can accept. Other e-mails are sent first. */
export const NEWS_EMAILS_PER_MINUTE = 300;

/** Number of e-mails that one transaction adds. */
const NEWS_BATCH_SIZE = 200;

/**
 * Adds an e-mail about a news item to the outbox for each subscriber without one, in batches, and returns their number.
 * An interrupted call can be repeated: each account gets only one e-mail about a news item.
 */
export async function queueNews({ db, now }: ServerContext, item: NewsItem): Promise<number> {
  let sendAt = Math.max(now(), await findLastSendTime(db));
  let lastId = '';
  let count = 0;
  for (;;) {
    const users = await selectRecipients(db, item.slug)
      .select(['users.id', 'users.email'])
      .where('users.id', '>', lastId)
      .orderBy('users.id')
      .limit(NEWS_BATCH_SIZE)
      .execute();
    const last = users.at(-1);
    if (!last) return count;
    const startAt = sendAt;
    const emails = users.map((user, n) =>
      buildEmail(item, user, BigInt(Math.round(startAt + (n * 60_000) / NEWS_EMAILS_PER_MINUTE))),
    );
    await runInTransaction(db, async trx => {
      const added = await trx
        .insertInto('mail')
        .values(emails)
        // Another call may run at the same time.
        .onConflict(conflict => conflict.column('message_id').doNothing())
        .returning('id')
        .execute();
      count += added.length;
    });
    lastId = last.id;
    sendAt += (users.length * 60_000) / NEWS_EMAILS_PER_MINUTE;
  }
}

function buildEmail(
  { slug, title, description }: NewsItem,
  { id, email }: { id: string; email: string },
  at: bigint,
) {
  return {
    message_id: getNewsMessageId(slug, id),
    claim_id: null,
    kind: 'news' as const,
    about: JSON.stringify({ userId: id, slug, title, description }),
    ...buildEmailColumns(email, at),
  };
}

/** Returns when the last pending e-mail with news becomes due, milliseconds; 0 if none is pending. */
async function findLastSendTime(db: Db): Promise<number> {
  const { last } = await selectWaitingNews(db)
    .select(({ fn }) => fn.max<bigint | null>('next_at').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0n);
}

/** Selects the e-mails with news that no server has tried to send. */
function selectWaitingNews(db: Db) {
  return db
    .selectFrom('mail')
    .where('kind', '=', 'news')
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('attempts', '=', 0n);
}

/**
 * Removes the e-mails about a news item that no server has tried to send, and returns their number. Names of news items
 * have none of the characters that `like` treats specially: the build refuses others.
 */
export async function stopNews(trx: Db, slug: string): Promise<number> {
  const removed = await trx
    .deleteFrom('mail')
    .where(
      'id',
      'in',
      selectWaitingNews(trx).select('id').where('message_id', 'like', getNewsMessageId(slug, '%')),
    )
    .where('attempts', '=', 0n)
    .returning('id')
    .execute();
  return removed.length;
}

/** Counts the e-mails about a news item that were sent, and those that are not yet. */
export async function countNewsEmails(db: Db, slug: string): Promise<{ sent: number; waiting: number }> {
  const { sent, waiting } = await db
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('sent_at', 'is not', null).as('sent'),
      fn.countAll<bigint>().filterWhere('sent_at', 'is', null).as('waiting'),
    ])
    .where('kind', '=', 'news')
    .where('message_id', 'like', getNewsMessageId(slug, '%'))
    .executeTakeFirstOrThrow();
  return { sent: Number(sent), waiting: Number(waiting) };
}
