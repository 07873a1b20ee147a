import { sql } from 'kysely';
import { getLinkExpiry } from '#server/accounts/accountEmail.ts';
import type { ServerContext } from '../context.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import { lockFreeNames, lockFreeRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';
import {
  getLastAttemptTime,
  getEmailRetryDelay,
  logDeadEmail,
  emailQueue,
  MAX_DELIVERY_ATTEMPTS,
  type StoredEmail,
} from './emailAttempts.ts';
import { countLeasedEmail, getEmailTime, loadEmailLimitFacts, type EmailLimitFacts } from './emailLimits.ts';
import { getMailboxLock } from '#server/platform/email/mailboxes.ts';

/** Minimum time between two e-mails about the same claim. Changes in between are reported by one e-mail. */
export const MIN_CLAIM_EMAIL_INTERVAL_MS = 60_000;

/** Maximum number of e-mails that one transaction leases. */
export const EMAIL_BATCH_SIZE = 20;

/** An e-mail to send now. It is leased until its next attempt, at least a minute: other servers do not send it. */
export interface LeasedEmail extends StoredEmail {
  /** Whether no e-mail about the claim has been sent. True without a claim. */
  isFirst: boolean;
  /** Whether further e-mails about the claim are sent to the mailbox: see `mayEmail`. */
  emailConfirmed: boolean;
}

/** E-mails to send now: first those other than news, and of these first the ones due for the longest time. */
export interface EmailBatch {
  emails: LeasedEmail[];
  /** Whether the batch is full: others may be due. */
  isFull: boolean;
}

/**
 * Leases up to `EMAIL_BATCH_SIZE` due e-mails in one transaction, by moving their next attempts. On PostgreSQL servers
 * work concurrently: each skips e-mails that another one is leasing, and mailboxes whose limits another one checks.
 */
export async function leaseDueEmail(context: ServerContext): Promise<EmailBatch> {
  const { db, now } = context;
  const at = now();
  // Usually no e-mail is due. This check needs no transaction.
  const first = await emailQueue.selectDue(db, at).select('id').limit(1).executeTakeFirst();
  if (!first) return { emails: [], isFull: false };
  const { plan, emails, isFull } = await runInTransaction(db, async trx => {
    const due = await lockDueEmail(trx, at);
    const plan = planLeases(context, due, await loadLeaseFacts(context, trx, due, at), at);
    const emails = await writeLeases(trx, plan, at);
    return { plan, emails, isFull: due.length === EMAIL_BATCH_SIZE };
  });
  for (const row of plan.dead) logDeadEmail(context, row);
  for (const { id, kind } of plan.limited)
    context.log.info({ mail: Number(id), kind }, 'Dropped an email: its mailbox has reached the limit');
  for (const { id, attempts } of plan.expired)
    context.log.warn(
      { mail: Number(id), attempts: Number(attempts) },
      'Cannot send an email: its link has expired',
    );
  return { emails, isFull };
}

/** Locks due e-mails and their mailboxes without waiting, because a client's request may wait for these rows. */
async function lockDueEmail(trx: Db, now: number): Promise<StoredEmail[]> {
  // Codes and e-mails about claims are sent before news. The same condition as in the index `mail_due_urgent`.
  const urgent = emailQueue
    .selectDue(trx, now)
    .selectAll()
    .where(sql<boolean>`kind <> 'news'`);
  const due = await lockFreeRows(trx, urgent.limit(EMAIL_BATCH_SIZE)).execute();
  if (due.length < EMAIL_BATCH_SIZE) {
    const news = emailQueue.selectDue(trx, now).selectAll().where('kind', '=', 'news');
    due.push(...(await lockFreeRows(trx, news.limit(EMAIL_BATCH_SIZE - due.length)).execute()));
  }
  const locked = await lockFreeNames(trx, [...new Set(due.map(({ mailbox }) => getMailboxLock(mailbox)))]);
  return due.filter(({ mailbox }) => locked.has(getMailboxLock(mailbox)));
}

type ClaimEmail = Pick<StoredEmail, 'id' | 'claim_id' | 'attempts' | 'next_at' | 'sent_at'>;

interface LeaseFacts extends EmailLimitFacts {
  /** All e-mails about the claims of the batch. */
  emailByClaim: ReadonlyMap<string | null, readonly ClaimEmail[]>;
}

async function loadLeaseFacts(
  context: ServerContext,
  trx: Db,
  due: readonly StoredEmail[],
  now: number,
): Promise<LeaseFacts> {
  return {
    ...(await loadEmailLimitFacts(context, trx, due, now)),
    emailByClaim: Map.groupBy(await loadClaimEmail(trx, due), row => row.claim_id),
  };
}

async function loadClaimEmail(trx: Db, due: readonly StoredEmail[]): Promise<ClaimEmail[]> {
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
  leased: LeasedEmail[];
  postponed: (StoredEmail & { sendAt: number })[];
  /** Deleted, because the claim has a newer one. */
  outdated: StoredEmail[];
  /** Deleted, because the limit of the mailbox has delayed them for a day. */
  limited: StoredEmail[];
  /** E-mails that are deleted because their links have expired. */
  expired: StoredEmail[];
  /** Without attempts left: the process ended during the last attempt. */
  dead: StoredEmail[];
}

/**
 * Plans the handling of an e-mail: deletes it if the claim has a newer one or its link has expired, abandons it without
 * attempts left, postpones it if another was just sent or the recipient's limit is reached, else leases it.
 */
function planLeases(
  { config }: ServerContext,
  due: readonly StoredEmail[],
  facts: LeaseFacts,
  now: number,
): LeasePlan {
  const plan: LeasePlan = { leased: [], postponed: [], outdated: [], limited: [], expired: [], dead: [] };
  for (const row of due) {
    const others = facts.emailByClaim.get(row.claim_id)?.filter(({ id }) => id !== row.id) ?? [];
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
    const allowedAt = getEmailTime(config.limits, facts, row, { isFirst, now });
    const quietUntil = Math.max(...others.map(getLastAttemptTime)) + MIN_CLAIM_EMAIL_INTERVAL_MS;
    if (allowedAt === null) plan.limited.push(row);
    else if (Math.max(allowedAt, quietUntil) > now)
      plan.postponed.push({ ...row, sendAt: Math.max(allowedAt, quietUntil) });
    else {
      const emailConfirmed =
        facts.confirmedMailboxes.has(row.mailbox) ||
        (row.claim_id !== null && facts.genuineClaims.has(row.claim_id));
      plan.leased.push({ ...row, isFirst, emailConfirmed });
      countLeasedEmail(facts, row);
    }
  }
  return plan;
}

/** Writes the decisions. Returns the leased e-mails. */
async function writeLeases(
  trx: Db,
  { leased, postponed, outdated, limited, expired, dead }: LeasePlan,
  now: number,
): Promise<LeasedEmail[]> {
  await emailQueue.delete(trx, [...outdated, ...limited, ...expired]);
  await emailQueue.update(trx, dead, () => ({ dead_at: BigInt(now) }));
  for (const [sendAt, rows] of Map.groupBy(postponed, row => row.sendAt))
    await emailQueue.update(trx, rows, () => ({ next_at: BigInt(sendAt) }));
  return emailQueue.lease(trx, leased, attempts => ({
    next_at: BigInt(now + getEmailRetryDelay(Number(attempts))),
  }));
}
