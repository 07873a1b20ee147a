import { sql, type Kysely } from 'kysely';
import { getLinkExpiry } from '#server/accounts/accountMail.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/isAnyOf.ts';
import { lockFreeNames, lockFreeRows } from '#server/platform/database/rowLocks.ts';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import {
  getLastAttemptTime,
  getMailRetryDelay,
  logDeadMail,
  mailQueue,
  MAX_DELIVERY_ATTEMPTS,
  type StoredMail,
} from './mailAttempts.ts';
import { countLeasedMail, getMailTime, loadMailLimitFacts, type MailLimitFacts } from './mailLimits.ts';
import { getMailboxLock } from '#server/platform/mail/mailboxes.ts';

type LeaseContext = Pick<ServerContext, 'config' | 'db' | 'keys' | 'log' | 'now'>;

/** Minimum time between two e-mails about the same claim. Changes in between are reported by one e-mail. */
export const MIN_CLAIM_MAIL_INTERVAL_MS = 60_000;

/** Maximum number of e-mails that one transaction leases. */
export const MAIL_BATCH_SIZE = 20;

/** An e-mail to send now. It is leased until its next attempt, at least a minute: other servers do not send it. */
export interface LeasedMail extends StoredMail {
  /** Whether no e-mail about the claim has been sent. True without a claim. */
  isFirst: boolean;
  /** Whether further e-mails about the claim are sent to the mailbox: see `mayMail`. */
  emailConfirmed: boolean;
}

/** E-mails to send now: first those other than news, and of these first the ones due for the longest time. */
export interface MailBatch {
  letters: LeasedMail[];
  /** Whether the batch is full: others may be due. */
  isFull: boolean;
}

/**
 * Leases up to `MAIL_BATCH_SIZE` due e-mails in one transaction, by moving their next attempts. On PostgreSQL servers
 * work concurrently: each skips e-mails that another one is leasing, and mailboxes whose limits another one checks.
 */
export async function leaseDueMail(context: LeaseContext): Promise<MailBatch> {
  const { db, now } = context;
  const at = now();
  // Usually no e-mail is due. This check needs no transaction.
  const first = await mailQueue.selectDue(db, at).select('id').limit(1).executeTakeFirst();
  if (!first) return { letters: [], isFull: false };
  const { plan, letters, isFull } = await runInTransaction(db, async trx => {
    const due = await lockDueMail(trx, at);
    const plan = planLeases(context, due, await loadLeaseFacts(context, trx, due, at), at);
    const letters = await writeLeases(trx, plan, at);
    return { plan, letters, isFull: due.length === MAIL_BATCH_SIZE };
  });
  for (const row of plan.dead) logDeadMail(context, row);
  for (const { id, kind } of plan.limited)
    context.log.info({ mail: Number(id), kind }, 'Dropped an email: its mailbox has reached the limit');
  for (const { id, attempts } of plan.expired)
    context.log.warn(
      { mail: Number(id), attempts: Number(attempts) },
      'Cannot send an email: its link has expired',
    );
  return { letters, isFull };
}

/** Locks due e-mails and their mailboxes without waiting, because a client's request may wait for these rows. */
async function lockDueMail(trx: Kysely<DatabaseSchema>, now: number): Promise<StoredMail[]> {
  // Codes and e-mails about claims are sent before news. The same condition as in the index `mail_due_urgent`.
  const urgent = mailQueue
    .selectDue(trx, now)
    .selectAll()
    .where(sql<boolean>`kind <> 'news'`);
  const due = await lockFreeRows(trx, urgent.limit(MAIL_BATCH_SIZE)).execute();
  if (due.length < MAIL_BATCH_SIZE) {
    const news = mailQueue.selectDue(trx, now).selectAll().where('kind', '=', 'news');
    due.push(...(await lockFreeRows(trx, news.limit(MAIL_BATCH_SIZE - due.length)).execute()));
  }
  const locked = await lockFreeNames(trx, [...new Set(due.map(({ mailbox }) => getMailboxLock(mailbox)))]);
  return due.filter(({ mailbox }) => locked.has(getMailboxLock(mailbox)));
}

type ClaimMail = Pick<StoredMail, 'id' | 'claim_id' | 'attempts' | 'next_at' | 'sent_at'>;

interface LeaseFacts extends MailLimitFacts {
  /** All e-mails about the claims of the batch. */
  mailByClaim: ReadonlyMap<string | null, readonly ClaimMail[]>;
}

async function loadLeaseFacts(
  context: LeaseContext,
  trx: Kysely<DatabaseSchema>,
  due: readonly StoredMail[],
  now: number,
): Promise<LeaseFacts> {
  return {
    ...(await loadMailLimitFacts(context, trx, due, now)),
    mailByClaim: Map.groupBy(await loadClaimMail(trx, due), row => row.claim_id),
  };
}

async function loadClaimMail(trx: Kysely<DatabaseSchema>, due: readonly StoredMail[]): Promise<ClaimMail[]> {
  const claimIds = [...new Set(due.flatMap(({ claim_id }) => claim_id ?? []))];
  if (claimIds.length === 0) return [];
  return trx
    .selectFrom('mail')
    .select(['id', 'claim_id', 'attempts', 'next_at', 'sent_at'])
    .where(isAnyOf(trx, 'claim_id', claimIds))
    .execute();
}

/** The decisions on the due e-mails of a batch. */
interface LeasePlan {
  /** To be leased. */
  leased: LeasedMail[];
  postponed: (StoredMail & { sendAt: number })[];
  /** Deleted, because the claim has a newer one. */
  outdated: StoredMail[];
  /** Deleted, because the limit of the mailbox has delayed them for a day. */
  limited: StoredMail[];
  /** Letters that are deleted because their links have expired. */
  expired: StoredMail[];
  /** Without attempts left: the process ended during the last attempt. */
  dead: StoredMail[];
}

/**
 * Plans the handling of an e-mail: deletes it if the claim has a newer one or its link has expired, abandons it without
 * attempts left, postpones it if another was just sent or the recipient's limit is reached, else leases it.
 */
function planLeases(
  { config }: LeaseContext,
  due: readonly StoredMail[],
  facts: LeaseFacts,
  now: number,
): LeasePlan {
  const plan: LeasePlan = { leased: [], postponed: [], outdated: [], limited: [], expired: [], dead: [] };
  for (const row of due) {
    const others = facts.mailByClaim.get(row.claim_id)?.filter(({ id }) => id !== row.id) ?? [];
    if (others.some(({ id }) => id > row.id)) {
      plan.outdated.push(row);
      continue;
    }
    if (getLinkExpiry(row) <= now) {
      plan.expired.push(row);
      continue;
    }
    if (row.attempts >= MAX_DELIVERY_ATTEMPTS) {
      plan.dead.push(row);
      continue;
    }
    const isFirst = others.every(({ sent_at }) => sent_at === null);
    const allowedAt = getMailTime(config.limits, facts, row, { isFirst, now });
    const quietUntil = Math.max(...others.map(getLastAttemptTime)) + MIN_CLAIM_MAIL_INTERVAL_MS;
    if (allowedAt === null) plan.limited.push(row);
    else if (Math.max(allowedAt, quietUntil) > now)
      plan.postponed.push({ ...row, sendAt: Math.max(allowedAt, quietUntil) });
    else {
      const emailConfirmed =
        facts.confirmedMailboxes.has(row.mailbox) ||
        (row.claim_id !== null && facts.genuineClaims.has(row.claim_id));
      plan.leased.push({ ...row, isFirst, emailConfirmed });
      countLeasedMail(facts, row);
    }
  }
  return plan;
}

/** Writes the decisions. Returns the leased e-mails. */
async function writeLeases(
  trx: Kysely<DatabaseSchema>,
  { leased, postponed, outdated, limited, expired, dead }: LeasePlan,
  now: number,
): Promise<LeasedMail[]> {
  await mailQueue.delete(trx, [...outdated, ...limited, ...expired]);
  await mailQueue.update(trx, dead, () => ({ dead_at: BigInt(now) }));
  for (const [sendAt, rows] of Map.groupBy(postponed, row => row.sendAt))
    await mailQueue.update(trx, rows, () => ({ next_at: BigInt(sendAt) }));
  return mailQueue.lease(trx, leased, attempts => ({
    next_at: BigInt(now + getMailRetryDelay(Number(attempts))),
  }));
}
