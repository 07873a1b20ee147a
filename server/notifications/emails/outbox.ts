import { hasRows } from '#server/platform/database/countRows.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { buildEmailColumns } from '#server/platform/email/emailColumns.ts';

/** The change that an e-mail is about. */
export interface EmailCause {
  /** The first part of the Message-ID. Unique for each change. */
  messageId: string;
  /** The time of the change, milliseconds. */
  at: bigint;
}

/**
 * Adds an e-mail about a claim to the outbox. `trx` is the transaction of the change, so a rollback also removes the
 * e-mail. The text is composed from the claim's state at delivery, so this e-mail replaces one that is untried or dead.
 * Simulated claims get no e-mail.
 */
export async function enqueueClaimEmail(
  trx: Db,
  claim: Pick<ClaimRow, 'id' | 'email' | 'public_number'>,
  cause: EmailCause,
): Promise<void> {
  if (await isSimulatedClaim(trx, claim.id)) return;
  // The delivery of other rows may be in progress. It drops them later.
  await trx
    .deleteFrom('mail')
    .where('claim_id', '=', claim.id)
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('attempts', '=', 0n), eb('dead_at', 'is not', null)]))
    .execute();
  await buildEmailInsert(trx, claim, cause).execute();
}

/** Adds the first e-mail about a claim that is not simulated. */
export function buildEmailInsert(
  trx: Db,
  claim: Pick<ClaimRow, 'id' | 'email' | 'public_number'>,
  { messageId, at }: EmailCause,
) {
  return trx.insertInto('mail').values({
    message_id: messageId,
    claim_id: claim.id,
    ...buildEmailColumns(claim.email, at),
    // Replaced at delivery. During an upgrade, a process of an earlier version sends them unchanged.
    subject: `Заявка ${claim.public_number}: новый статус`,
    text: 'Откройте заявку: в ней статус и следующий шаг.',
  });
}

/** Whether the claim is simulated: it is never paid and gets no e-mail. */
export const isSimulatedClaim = (trx: Db, id: string): Promise<boolean> =>
  hasRows(trx.selectFrom('simulated_claims').where('claim_id', '=', id));
