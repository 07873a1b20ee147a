import type { Transaction } from 'kysely';
import type { ClaimStatusCode } from '#core/claim/status.ts';
import type { Units } from '#core/exchange/amount.ts';
import type { ClaimRow, PayoutRow } from '../database/claimRows.ts';
import type { DatabaseSchema } from '../database/schema.ts';
import { formatAlternatives } from './operatorCommand.ts';

/** Statuses that a transfer to the client may come with → its kind. */
const PAYOUT_KINDS: Partial<Record<ClaimStatusCode, PayoutRow['kind']>> = {
  payout: 'payout',
  completed: 'payout',
  refunding: 'refund',
  refunded: 'refund',
};

const MAX_REFERENCE_LENGTH = 200;

/** Says why a reference cannot be recorded with this status and payment; null if it can. */
export function findReferenceProblem(
  reference: string | null,
  to: ClaimStatusCode | null,
  amount: Units | null,
): string | null {
  if (reference === null) return null;
  if (reference === '' || reference.length > MAX_REFERENCE_LENGTH)
    return `--reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.`;
  if (amount !== null || (to !== null && PAYOUT_KINDS[to])) return null;
  return `--reference requires --amount or one of the statuses ${formatAlternatives(Object.keys(PAYOUT_KINDS))}.`;
}

/** Whether a payment in the same currency has this reference. It belongs to one payment of one claim. */
export async function isReferenceUsed(
  trx: Transaction<DatabaseSchema>,
  { from_id }: ClaimRow,
  reference: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('payments')
    .innerJoin('claims', 'claims.id', 'payments.claim_id')
    .select('payments.id')
    .where('claims.from_id', '=', from_id)
    .where('payments.reference', '=', reference)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records the reference of a payout or refund, before the status changes: the letter about it may contain it. */
export async function recordPayoutReference(
  trx: Transaction<DatabaseSchema>,
  { id }: ClaimRow,
  { to, amount, reference }: { to: ClaimStatusCode | null; amount: Units | null; reference: string | null },
  at: number,
): Promise<void> {
  const kind = to === null ? undefined : PAYOUT_KINDS[to];
  if (reference === null || amount !== null || kind === undefined) return;
  await trx
    .insertInto('payouts')
    .values({ claim_id: id, kind, reference, at: BigInt(at) })
    .execute();
}
