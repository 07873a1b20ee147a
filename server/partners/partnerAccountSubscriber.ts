import type { AccountSubscriber } from '#server/accounts/accountSubscribers.ts';
import { deleteOldRows } from '#server/platform/database/deleteOldRows.ts';
import type { Db } from '#server/platform/database/schema.ts';
import { NETWORK_WINDOW_MS } from './ledger/partnerNetworks.ts';
import { lockFunds } from './ledger/postEntry.ts';
import { loadReferralTerms } from './ledger/referralSettings.ts';
import { partnerAccessKinds } from './partnerAccess.ts';
import { findPartner } from './referral/partners.ts';
import { deleteOldShopRows, erasePartner } from './shopCleanup.ts';
import { cancelWaitingWithdrawals } from './withdrawals/cancelWithdrawals.ts';
import { endAutoWithdrawal } from './withdrawals/autoWithdrawal.ts';
import { countOpenWithdrawals } from './withdrawals/findObstacle.ts';

/** What a change of an account means for its partner. */
export const partnerAccountSubscriber: AccountSubscriber = {
  async stopped(trx, user, at) {
    // Somebody else may have chosen the destination. The owner turns it on again.
    await endAutoWithdrawal(trx, user, { reason: 'stopped', at });
    // Somebody else may have requested the withdrawals. The owner requests them again.
    await cancelWaitingWithdrawals(trx, user.id, at);
  },
  requisiteRemoved: (trx, user, removal) =>
    endAutoWithdrawal(trx, user, { reason: 'requisite_removed', ...removal }),
  erased: erasePartner,
  async deleteOldRows(db, now) {
    // Twice the window, which counts back from the creation of a claim: its completion may be some days later.
    const until = now - 2 * NETWORK_WINDOW_MS;
    const networks = await deleteOldRows(db, {
      table: 'partner_networks',
      key: 'id',
      time: 'seen_at',
      until,
      and: { time: 'server_seen_at', until },
    });
    return networks + (await deleteOldShopRows(db, now));
  },
  deletionObstacles: [{ code: 'balance_left', isPresent: hasBalance }],
  accessKinds: partnerAccessKinds,
};

/** Whether the account can withdraw money, now or later, or waits for a payout. A smaller balance is forfeited. */
async function hasBalance(trx: Db, userId: string): Promise<boolean> {
  const partner = await findPartner(trx, userId);
  if (!partner) return false;
  // A partner that is switched off gets no new payouts.
  if (partner.switched_off_at !== null) return (await countOpenWithdrawals(trx, partner.id)) > 0;
  const { balance } = await lockFunds(trx, partner.id, 0);
  const { minimum } = await loadReferralTerms(trx);
  return balance >= minimum || (await countOpenWithdrawals(trx, partner.id)) > 0;
}
