import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { lockNames } from '#server/platform/database/rowLocks.ts';
import type { PartnerRow, ReferralCodeRow } from '#server/platform/database/partnerRows.ts';
import type { Db, DatabaseSchema } from '#server/platform/database/schema.ts';
import { createReferralCode } from './referralCode.ts';

/** Finds the partner of an account; undefined if the account has never opened the programme. */
export function findPartner(db: Db, userId: string): Promise<PartnerRow | undefined> {
  return db.selectFrom('partners').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Selects the id of an account's partner, for conditions of queries. */
export const selectPartnerId = (db: Db, userId: string) =>
  db.selectFrom('partners').select('id').where('user_id', '=', userId);

/** Finds the partner of an account, or creates it with its first code. */
export async function ensurePartner(db: Db, userId: string, now: number): Promise<PartnerRow> {
  const known = await findPartner(db, userId);
  return known ?? db.transaction().execute(trx => createPartner(trx, userId, now));
}

async function createPartner(
  trx: Transaction<DatabaseSchema>,
  userId: string,
  now: number,
): Promise<PartnerRow> {
  // Two pages of the account may open at once.
  await lockNames(trx, [`partner:${userId}`]);
  const known = await findPartner(trx, userId);
  if (known) return known;
  const partner: PartnerRow = {
    id: randomUUID(),
    user_id: userId,
    name: '',
    site: '',
    switched_off_at: null,
    switched_off_reason: null,
    created_at: BigInt(now),
  };
  await trx.insertInto('partners').values(partner).execute();
  await addReferralCode(trx, partner.id, { label: '', now });
  return partner;
}

/** Creates a code of a partner. */
export async function addReferralCode(
  trx: Db,
  partnerId: string,
  { label, now }: { label: string; now: number },
): Promise<ReferralCodeRow> {
  // There are about 10¹² codes, so a collision is very unlikely. In that case the next code is tried.
  for (;;) {
    const row: ReferralCodeRow = {
      code: createReferralCode(),
      partner_id: partnerId,
      label,
      created_at: BigInt(now),
    };
    const inserted = await trx
      .insertInto('referral_codes')
      .values(row)
      .onConflict(conflict => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst();
    if (inserted) return row;
  }
}
