import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '#server/platform/database/schema.ts';
import { findPartner } from './partners.ts';

/** Erases the identifying data of a partner with its account. Codes, claims and ledger are kept for accounting. */
export async function erasePartnerData(trx: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  const partner = await findPartner(trx, userId);
  if (!partner) return;
  await trx.updateTable('partners').set({ name: '', site: '' }).where('id', '=', partner.id).execute();
  await trx.updateTable('referral_codes').set({ label: '' }).where('partner_id', '=', partner.id).execute();
  await trx
    .updateTable('partner_withdrawals')
    .set({ masked: '' })
    .where('partner_id', '=', partner.id)
    .execute();
  await trx.deleteFrom('auto_withdrawals').where('partner_id', '=', partner.id).execute();
  await trx.deleteFrom('partner_networks').where('partner_id', '=', partner.id).execute();
}
