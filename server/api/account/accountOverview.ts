import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import {
  addPromocodeCall,
  BestPairs,
  getAccountStatisticsCall,
  listPromocodesCall,
  PromocodeAdd,
} from '#core/contract/account/accountOverview.ts';
import type { AccountContext } from '#server/accounts/accountContext.ts';
import { loadAccountDiscount } from '#server/accounts/overview/accountDiscount.ts';
import { addAccountPromocode, listAccountPromocodes } from '#server/accounts/overview/accountPromocodes.ts';
import { loadAccountStatistics } from './accountStatistics.ts';
import { createBestPairsReader } from '#server/accounts/overview/bestPairs.ts';
import { countPromocodeAttempt } from '#server/platform/limits/promocodeAttempts.ts';
import { createCallRoutes } from '../callRoutes.ts';
import { describeJson } from '#server/platform/http/openapiDocs.ts';
import { createAccountAccess, createAccountGuards } from './accountGuards.ts';

/** Routes below /api/v1/users: statistics, promocodes and best pairs of an account. */
export function createAccountOverviewRoutes(context: AccountContext): Hono {
  const { routes, addCall } = createCallRoutes('/api/v1/users', 'users');
  const access = createAccountAccess(createAccountGuards(context)).account;
  const listBestPairs = createBestPairsReader(context);

  addCall(getAccountStatisticsCall, { access }, c => loadAccountStatistics(context, c.var.account.user.id));
  addCall(listPromocodesCall, { access }, c => listAccountPromocodes(context, c.var.account.user.id));
  addCall(addPromocodeCall, { access, body: PromocodeAdd, status: 201 }, async (c, { body: { code } }) => {
    const { user } = c.var.account;
    await countPromocodeAttempt(context, code, [`account:${user.id}`]);
    return addAccountPromocode(context, user.id, code);
  });

  const bestPairsDocs = describeRoute({
    summary: 'List at most six open directions: those that the account exchanges most, else everybody',
    tags: ['users'],
    security: [{}, ...access.security],
    responses: {
      200: describeJson(BestPairs, 'The directions with the account’s course'),
      ...access.refusals,
    },
  });
  // The API's own path has no slash at its end.
  for (const path of ['/pairs/best', '/pairs/best/'])
    routes.get(path, bestPairsDocs, access.guard, async c =>
      c.json(await listBestPairs(await loadAccountDiscount(context, c.var.account.user.id))),
    );
  return routes;
}
