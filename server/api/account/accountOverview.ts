import {
  addPromocodeCall,
  getAccountStatisticsCall,
  listBestPairsCall,
  listPromocodesCall,
  PromocodeAdd,
} from '#core/contract/account/accountOverview.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { loadAccountDiscount } from '#server/accounts/overview/accountDiscount.ts';
import { addAccountPromocode, listAccountPromocodes } from '#server/accounts/overview/accountPromocodes.ts';
import { loadAccountStatistics } from './accountStatistics.ts';
import { createBestPairsReader } from '#server/accounts/overview/bestPairs.ts';
import { countPromocodeAttempt } from '#server/platform/limits/promocodeAttempts.ts';
import type { AddCall } from '../callRoutes.ts';
import { createAccountAccess } from './accountGuards.ts';

/** Routes below /api/v1/users: statistics, promocodes and best pairs of an account. */
export function addAccountOverviewCalls(addCall: AddCall, context: AccountContext): void {
  const access = createAccountAccess(context).account;
  const listBestPairs = createBestPairsReader(context);

  addCall(getAccountStatisticsCall, { access }, c => loadAccountStatistics(context, c.var.account.user.id));
  addCall(listPromocodesCall, { access }, c => listAccountPromocodes(context, c.var.account.user.id));
  addCall(addPromocodeCall, { access, body: PromocodeAdd, status: 201 }, async (c, { body: { code } }) => {
    const { user } = c.var.account;
    await countPromocodeAttempt(context, code, [`account:${user.id}`]);
    return addAccountPromocode(context, user.id, code);
  });

  addCall(listBestPairsCall, { access, otherPaths: ['/pairs/best/'] }, async c =>
    listBestPairs(await loadAccountDiscount(context, c.var.account.user.id)),
  );
}
