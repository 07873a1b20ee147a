import type { AccountExport } from '#core/contract/account/accountExport.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { Streamable } from '#server/platform/http/response/streamJson.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { ledgerList } from './ledger/ledgerList.ts';
import { findPartner } from './referral/partners.ts';
import { loadAutoWithdrawal } from './withdrawals/autoWithdrawal.ts';

type ExportedReferral = Streamable<AccountExport['referral']>;

/**
 * Builds the stored data of an account as a partner; null if it has never opened the programme. The ledger is read in
 * batches during the response.
 */
export async function exportReferral(
  context: Pick<ExchangeContext, 'catalogue' | 'db' | 'now'>,
  userId: string,
): Promise<ExportedReferral> {
  const { db } = context;
  const partner = await findPartner(db, userId);
  if (!partner) return null;
  const codes = await db
    .selectFrom('referral_codes')
    .selectAll()
    .where('partner_id', '=', partner.id)
    .orderBy('created_at')
    .execute();
  return {
    name: partner.name,
    site: partner.site,
    createdAt: formatInstant(partner.created_at),
    codes: codes.map(({ code, label, created_at }) => ({
      code,
      label,
      createdAt: formatInstant(created_at),
    })),
    autoWithdrawal: await loadAutoWithdrawal(db, partner.id),
    ledger: ledgerList.open(context, partner.id, {}).readBatches(),
  };
}
