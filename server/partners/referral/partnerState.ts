import type { UserRow } from '#server/platform/database/accountRows.ts';
import type { PartnerRow } from '#server/platform/database/partnerRows.ts';
import type { Db } from '#server/platform/database/schema.ts';

// A partner is off if the operator has switched it off or has blocked its account, or if its account is deleted. Then
// its codes attribute no claims, nothing accrues or is paid out, its keys are refused, and its webhooks get no events.

/** Whether the partner of an account is off. `selectActivePartners` is the same rule in SQL. */
export const isPartnerOff = ({
  switched_off_at,
  blocked_at,
}: Pick<PartnerRow, 'switched_off_at'> & Pick<UserRow, 'blocked_at'>): boolean =>
  switched_off_at !== null || blocked_at !== null;

/** Selects the partners that are not off, with their accounts. */
export const selectActivePartners = (db: Db) =>
  db
    .selectFrom('partners')
    .innerJoin('users', 'users.id', 'partners.user_id')
    .where('partners.switched_off_at', 'is', null)
    .where('users.blocked_at', 'is', null);

/** Whether a partner can earn: it is not off. */
export async function isActivePartner(db: Db, id: string): Promise<boolean> {
  const row = await selectActivePartners(db)
    .select('partners.id')
    .where('partners.id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
