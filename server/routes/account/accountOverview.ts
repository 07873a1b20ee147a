import { Hono } from 'hono';
import { PromocodeAdd } from '#core/contract/account/accountOverview.ts';
import type { AccountContext } from '../../accounts/accountContext.ts';
import { loadAccountDiscount } from '../../accounts/overview/accountDiscount.ts';
import { addAccountPromocode, listAccountPromocodes } from '../../accounts/overview/accountPromocodes.ts';
import { loadAccountStatistics } from '../../accounts/overview/accountStatistics.ts';
import { createBestPairsReader } from '../../accounts/overview/bestPairs.ts';
import { parseJsonBody } from '../../http/parseJsonBody.ts';
import { sendProblemResult } from '../../http/problemResponse.ts';
import { countPromocodeAttempt } from '../../limits/promocodeAttempts.ts';
import { createAccountGuards } from './accountGuards.ts';
import { accountOverviewDocs } from './accountOverviewDocs.ts';

/** Routes below /api/v1/users: statistics, promocodes and best pairs of an account. */
export function createAccountOverviewRoutes(context: AccountContext): Hono {
  const routes = new Hono();
  const { withAccount } = createAccountGuards(context);
  const listBestPairs = createBestPairsReader(context);

  routes.get('/me/statistics/', accountOverviewDocs.statistics, c =>
    withAccount(c, async ({ user }) => c.json(await loadAccountStatistics(context, user.id))),
  );

  routes.get('/me/promocodes/', accountOverviewDocs.promocodes, c =>
    withAccount(c, async ({ user }) => c.json(await listAccountPromocodes(context, user.id))),
  );

  routes.post('/me/promocodes/', accountOverviewDocs.addPromocode, c =>
    withAccount(c, async ({ user }) => {
      const body = await parseJsonBody(c, PromocodeAdd);
      if (!body.ok) return sendProblemResult(c, body);
      const { code } = body.output;
      const counted = await countPromocodeAttempt(context, code, [`account:${user.id}`]);
      if (counted) return sendProblemResult(c, counted);
      const result = await addAccountPromocode(context, user.id, code);
      return result.ok ? c.json(result.promocode, 201) : sendProblemResult(c, result);
    }),
  );

  for (const path of ['/pairs/best', '/pairs/best/'])
    routes.get(path, accountOverviewDocs.bestPairs, c =>
      withAccount(c, async ({ user }) =>
        c.json(await listBestPairs(await loadAccountDiscount(context, user.id))),
      ),
    );

  return routes;
}
