import { Hono } from 'hono';
import { PromocodeAdd } from '#core/contract/account/accountOverview.ts';
import type { AccountContext } from '../../accounts/accountContext.ts';
import { loadAccountDiscount } from '../../accounts/overview/accountDiscount.ts';
import { addAccountPromocode, listAccountPromocodes } from '../../accounts/overview/accountPromocodes.ts';
import { loadAccountStatistics } from '../../accounts/overview/accountStatistics.ts';
import { createBestPairsReader } from '../../accounts/overview/bestPairs.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { countPromocodeAttempt } from '../../limits/promocodeAttempts.ts';
import { createAccountGuards } from './accountGuards.ts';
import { accountOverviewDocs } from './accountOverviewDocs.ts';

/** Routes below /api/v1/users: statistics, promocodes and best pairs of an account. */
export function createAccountOverviewRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { requireAccount } = createAccountGuards(context);
  const listBestPairs = createBestPairsReader(context);

  routes.get('/me/statistics/', accountOverviewDocs.statistics, requireAccount, async c =>
    c.json(await loadAccountStatistics(context, c.var.account.user.id)),
  );

  routes.get('/me/promocodes/', accountOverviewDocs.promocodes, requireAccount, async c =>
    c.json(await listAccountPromocodes(context, c.var.account.user.id)),
  );

  routes.post('/me/promocodes/', accountOverviewDocs.addPromocode, requireAccount, async c => {
    const { user } = c.var.account;
    const { code } = await parseJsonBody(c, PromocodeAdd);
    await countPromocodeAttempt(context, code, [`account:${user.id}`]);
    return c.json(await addAccountPromocode(context, user.id, code), 201);
  });

  for (const path of ['/pairs/best', '/pairs/best/'])
    routes.get(path, accountOverviewDocs.bestPairs, requireAccount, async c =>
      c.json(await listBestPairs(await loadAccountDiscount(context, c.var.account.user.id))),
    );

  return routes;
}
