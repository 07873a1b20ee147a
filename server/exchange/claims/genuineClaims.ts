import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { ServerKeys } from '#server/platform/keys/serverKeys.ts';
import { selectConfirmations } from '#server/platform/email/mailboxes.ts';

/**
 * Whether further e-mails about a claim are sent to a mailbox: a link was opened there, or the claim is genuine.
 * Anybody can enter any address.
 */
export async function mayEmail(
  db: Db,
  keys: ServerKeys,
  { claimId, mailbox }: { claimId: string; mailbox: string },
): Promise<boolean> {
  const evidence = selectEvidence(db, [claimId]).unionAll(
    selectConfirmations(db, keys.listHashes('mailbox', mailbox)),
  );
  return (await evidence.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the claims that were paid, or that required an operator's work. */
export async function findGenuineClaims(db: Db, claimIds: readonly string[]): Promise<Set<string>> {
  const rows = await selectEvidence(db, claimIds).execute();
  return new Set(rows.map(({ evidence }) => evidence));
}

/** Selects the ids of genuine claims, once or several times each. */
function selectEvidence(db: Db, claimIds: readonly string[]) {
  const isOfClaims = isAnyOf(db, 'claim_id', claimIds);
  return db
    .selectFrom('payments')
    .select('claim_id as evidence')
    .where(isOfClaims)
    .unionAll(
      db
        .selectFrom('verifications')
        .select(({ ref }) => ref('claim_id').$notNull().as('evidence'))
        .where(isOfClaims)
        .where('decided_at', 'is not', null),
    )
    .unionAll(
      db
        .selectFrom('claim_events')
        .select('claim_id as evidence')
        .where(isOfClaims)
        .where('actor', '=', 'operator'),
    );
}
