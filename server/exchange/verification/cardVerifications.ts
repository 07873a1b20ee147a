import type { AccountRequisite } from '#core/contract/account/savedRequisite.ts';
import type { ExchangeContext } from '../context.ts';
import type { ClaimRow } from '#server/platform/database/claimRows.ts';
import { isAnyOf } from '#server/platform/database/columnConditions.ts';
import type { Db } from '#server/platform/database/schema.ts';
import type { VerificationRow } from '#server/platform/database/verificationRows.ts';
import { getExpiryTime, getVerificationStatus } from './verificationStatus.ts';

type ShownVerification = NonNullable<AccountRequisite['verification']>;

/** A verification with the columns that determine its status. */
export type JoinedVerification = VerificationRow & {
  claim: Pick<ClaimRow, 'status' | 'deadline'> | null;
};

/**
 * Loads the verifications of cards or phones of an account, for its claims or for saved cards. Returns a function that
 * finds the verification of a number: the newest that is not expired, else the newest.
 */
export async function loadCardVerifications(
  { db, keys, now }: Pick<ExchangeContext, 'db' | 'keys' | 'now'>,
  userId: string,
  numbers: readonly string[],
): Promise<(number: string) => ShownVerification | null> {
  if (numbers.length === 0) return () => null;
  const hashesByNumber = new Map(numbers.map(number => [number, keys.listHashes('card', number)]));
  const rows = await findCardVerifications(db, userId, [...hashesByNumber.values()].flat());
  const at = now();
  return number => {
    const hashes = hashesByNumber.get(number) ?? [];
    const own = rows
      .filter(({ card_hash }) => hashes.includes(card_hash))
      .map(row => ({ row, status: getVerificationStatus(row, row.claim, at) }));
    const shown = own.find(({ status }) => status !== 'expired') ?? own[0];
    if (!shown) return null;
    const { row, status } = shown;
    const expiresAt = getExpiryTime(row, row.claim, status);
    return {
      id: row.id,
      status,
      expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
    };
  };
}

/** Finds the verifications of an account whose card has one of the hashes, the newest first. */
export async function findCardVerifications(
  db: Db,
  userId: string,
  hashes: readonly string[],
): Promise<JoinedVerification[]> {
  const rows = await db
    .selectFrom('verifications')
    .leftJoin('claims', 'claims.id', 'verifications.claim_id')
    .selectAll('verifications')
    .select(['claims.status as claim_status', 'claims.deadline as claim_deadline'])
    .where(isAnyOf(db, 'verifications.card_hash', hashes))
    .where(({ or, eb }) => or([eb('verifications.user_id', '=', userId), eb('claims.user_id', '=', userId)]))
    .orderBy('verifications.created_at', 'desc')
    .execute();
  return rows.map(({ claim_status, claim_deadline, ...row }) => ({
    ...row,
    claim: claim_status === null ? null : { status: claim_status, deadline: claim_deadline },
  }));
}
