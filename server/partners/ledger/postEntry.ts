import { sql, type Insertable, type Selectable } from 'kysely';
import { REFERRAL_DECIMALS } from '#core/contract/account/referral.ts';
import { unitsToDecimal, type Units } from '#core/exchange/amount.ts';
import type { PartnerEntryRow } from '#server/platform/database/partnerRows.ts';
import { lockRows } from '#server/platform/database/rowLocks.ts';
import type { Db } from '#server/platform/database/schema.ts';

// The balance row is the lock of a partner's money: a transaction that changes the ledger holds it until its end.

/** The funds of a partner, units of 1/10,000 USD. `pending` is part of the balance. */
export interface PartnerFunds {
  balance: Units;
  pending: Units;
  /** The amount that can be withdrawn, never below zero. */
  available: Units;
}

/** Formats units of 1/10,000 USD for the API: -12500n → "-1.2500". */
export function formatFunds(units: Units): string {
  return unitsToDecimal(units, REFERRAL_DECIMALS);
}

/** Locks the balance of a partner, and returns its funds at `now`. */
export async function lockFunds(trx: Db, partnerId: string, now: number): Promise<PartnerFunds> {
  await trx
    .insertInto('partner_balances')
    .values({ partner_id: partnerId, balance: 0n })
    .onConflict(conflict => conflict.column('partner_id').doNothing())
    .execute();
  const query = trx.selectFrom('partner_balances').select('balance').where('partner_id', '=', partnerId);
  await lockRows(trx, query).execute();
  // A separate statement reads the writes of earlier holders of the lock.
  return loadFunds(trx, partnerId, now);
}

/** Reads the funds of a partner at `now`. */
export async function loadFunds(db: Db, partnerId: string, now: number): Promise<PartnerFunds> {
  const { balance, pending } = await db
    .selectNoFrom(eb => [
      eb.selectFrom('partner_balances').select('balance').where('partner_id', '=', partnerId).as('balance'),
      eb
        .selectFrom('partner_entries')
        .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as('pending'))
        .where('partner_id', '=', partnerId)
        .where('available_at', '>', BigInt(now))
        .as('pending'),
    ])
    .executeTakeFirstOrThrow();
  const total = balance ?? 0n;
  const waiting = pending ?? 0n;
  return { balance: total, pending: waiting, available: total > waiting ? total - waiting : 0n };
}

/**
 * Appends a line to the ledger of a partner whose balance is locked, and changes the balance by its amount. Throws if a
 * withdrawal leaves a negative balance, which the caller has already checked.
 */
export async function postEntry(
  trx: Db,
  entry: Insertable<PartnerEntryRow>,
): Promise<Selectable<PartnerEntryRow>> {
  const { partner_id, amount, kind } = entry;
  const { numUpdatedRows } = await trx
    .updateTable('partner_balances')
    .set({ balance: sql`balance + ${amount}` })
    .where('partner_id', '=', partner_id)
    .$if(kind === 'withdrawal', update => update.where(sql<boolean>`balance + ${amount} >= 0`))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(`${kind}: the balance of partner ${partner_id} is too small`);
  return trx.insertInto('partner_entries').values(entry).returningAll().executeTakeFirstOrThrow();
}
