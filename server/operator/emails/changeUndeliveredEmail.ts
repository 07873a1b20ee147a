import { sql, type SqlBool } from 'kysely';
import type { UndeliveredEmailChange } from '#core/contract/operator/undeliveredEmails.ts';
import { getLinkExpiry } from '#server/accounts/accountEmail.ts';
import { mayBeOnItsWay, type StoredEmail } from '#server/notifications/emails/emailAttempts.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import { createProblem, notFoundProblem, onRefusal } from '#server/platform/http/problem.ts';
import { findAuthor, writeAuditEntry, type AuditEntry } from '../auditLog.ts';
import type { ChangeContext } from '../defineCommand.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { selectRows } from '../selectRows.ts';

/** Parses the id of an e-mail; 0n, which no e-mail has, for another text. */
export const parseEmailId = (text: string): bigint => (/^\d{1,15}$/.test(text) ? BigInt(text) : 0n);

/**
 * Makes an e-mail due with all attempts, or deletes it. Returns its audit entry. Refusals: 404; 409 `email_sent`,
 * `email_expired`, `email_waiting`, `email_sending`.
 */
export async function changeUndeliveredEmail(
  { db, now }: ChangeContext,
  id: bigint,
  { action }: UndeliveredEmailChange,
): Promise<Omit<AuditEntry, 'command'>> {
  const query = selectRows(db, 'mail', { id });
  const row = await lockRows(db, query).executeTakeFirstOrThrow(() => notFoundProblem);
  const refusal = findRefusal(row, action, now());
  if (refusal !== null) throw createProblem(409, refusal);
  const due = { attempts: 0n, dead_at: null, next_at: BigInt(now()) };
  if (action === 'drop') await db.deleteFrom('mail').where('id', '=', id).execute();
  else await db.updateTable('mail').set(due).where('id', '=', id).execute();
  const detail = { letter: String(id), action, attempts: String(row.attempts) };
  return { target: row.claim_id ?? row.kind, detail };
}

/** Returns the code of why an e-mail cannot be changed; null if it can be. */
function findRefusal(row: StoredEmail, action: UndeliveredEmailChange['action'], now: number) {
  if (row.sent_at !== null) return 'email_sent';
  if (action === 'drop') return null;
  if (isEmailLinkExpired(row, now)) return 'email_expired';
  if (row.attempts === 0n) return 'email_waiting';
  return row.dead_at === null && mayBeOnItsWay(row, now) ? 'email_sending' : null;
}

/** Whether the link of an e-mail does not work any more. */
export const isEmailLinkExpired = (row: Pick<StoredEmail, 'kind' | 'at'>, now: number): boolean =>
  getLinkExpiry(row) <= now;

/**
 * Changes an e-mail with an audit entry. Refusals as `changeUndeliveredEmail`, with `by` and `at` of the last change;
 * 409 `email_deleted` for one that somebody has deleted.
 */
export async function changeUndeliveredEmailAsStaff(
  context: OperatorContext,
  id: bigint,
  change: UndeliveredEmailChange,
): Promise<void> {
  await runInTransaction(context.db, async db => {
    const entry = await changeUndeliveredEmail({ ...context, db }, id, change);
    await writeAuditEntry(context, db, { command: 'letter', ...entry });
  }).catch(
    onRefusal(async problem => {
      // The entries of deleted e-mails have no other key. There are few of this command.
      const last = await findAuthor(
        selectRows(context.db, 'operator_changes', { command: 'letter' }).where(
          sql<SqlBool>`detail like ${`%"letter":"${id}"%`}`,
        ),
      );
      if (problem === notFoundProblem && last.by === null) throw problem;
      const code = problem === notFoundProblem ? 'email_deleted' : (problem.code ?? '');
      throw createProblem(409, code, last);
    }),
  );
}
