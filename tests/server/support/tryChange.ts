import type { Transaction } from 'kysely';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { runInTransaction } from '#server/platform/database/runInTransaction.ts';
import type { DatabaseSchema, Db } from '#server/platform/database/schema.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** The claim after a change, null for a change of something else; or the refusal, with the members of its body. */
export type ChangeResult =
  { ok: true; claim: ClaimRow | null; isUnsettled?: boolean } | { ok: false; code: unknown; status: unknown };

/** Runs a change of a claim in a transaction. Returns the refusal instead of throwing it. */
export async function tryChange(
  db: Db,
  change: (trx: Transaction<DatabaseSchema>) => Promise<ClaimRow | { claim: ClaimRow } | null>,
): Promise<ChangeResult> {
  try {
    const result = await runInTransaction(db, change);
    return { ok: true, ...(result && 'claim' in result ? result : { claim: result }) };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, code: error.code, status: error.body.status };
    throw error;
  }
}
